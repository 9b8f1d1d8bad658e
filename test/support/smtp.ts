import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A message as a mail program shows it. */
export interface ParsedMail {
  /** By name in lower case, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface ReceivedMail extends ParsedMail {
  /** The addresses it was delivered to, whatever its headers say. */
  recipients: string[];
}

export interface TestSmtpServer {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Codes that the next recipients are refused with. */
  refusals: number[];
  close(): Promise<void>;
}

interface TestSmtpOptions {
  /** A free one unless told otherwise. */
  port?: number;
  /** Only this user may send. */
  account?: { user: string; password: string };
  /** Offers STARTTLS with a certificate nobody should trust. */
  untrustedTls?: boolean;
}

/** The part of ava's `t` that is needed; hooks such as `test.before` have none. */
interface Owner {
  teardown(close: () => Promise<void>): void;
}

/** A real SMTP server on loopback; it is closed after the test. */
export async function startSmtpServer(t: Owner, options: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const { account, untrustedTls = false, port: wanted = 0 } = options;
  const mails: ReceivedMail[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: [...(untrustedTls ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const known = username === account?.user && password === account?.password;
      done(known ? null : new Error('wrong password'), known ? { user: username } : undefined);
    },
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refusals.shift();
      // Servers do repeat the address.
      done(responseCode ? Object.assign(new Error(`not for ${address}`), { responseCode }) : null);
    },
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        mails.push({ ...parseMail(raw), recipients: envelope.rcptTo.map(({ address }) => address) });
        done();
      });
    },
  });
  // A client that hangs up in the middle is what some tests are about.
  server.on('error', () => {});
  server.listen(wanted, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = async () => {
    if (server.server.listening) await new Promise<void>((resolve) => server.close(resolve));
  };
  t.teardown(close);
  return { url: `smtp://127.0.0.1:${port}`, port, mails, refusals, close };
}

/** Reads a message of two parts, plain text and HTML. */
export function parseMail(raw: string): ParsedMail {
  const { headers, body } = splitEntity(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) throw new Error('not a message of several parts');
  const parts = body.split(`--${boundary}`).slice(1, -1).map(splitEntity);
  const read = (type: string) => {
    const part = parts.find((entity) => entity.headers['content-type']?.startsWith(type));
    return part ? decodeBody(part.body, part.headers['content-transfer-encoding']) : '';
  };
  return { headers, text: read('text/plain'), html: read('text/html') };
}

function splitEntity(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n', 2);
  const lines = raw
    .slice(0, end)
    .trim()
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(headers) as Record<string, string>, body: raw.slice(end + 4) };
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return (encoding === 'quoted-printable' ? decodeQuoted(body) : body).replace(/\r\n/g, '\n');
}

function decodeQuoted(quoted: string): string {
  const bytes = quoted
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Encoded words of headers (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_match, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replace(/_/g, ' ')),
    );
}
