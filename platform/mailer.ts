import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from './logger.ts';

export interface Mail {
  /** Names the message: sent twice, it has the same Message-ID. */
  id: string;
  createdAt: Date;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

export interface SendContext {
  logger: Pick<Logger, 'info'>;
  signal: AbortSignal;
}

/** Sends one message. @throws MailError */
export type Mailer = (mail: Mail, context: SendContext) => Promise<void>;

interface MailerOptions {
  /** smtp:// (TLS where the server offers it) or smtps://, with user and password if needed; empty: the outbox. */
  smtpUrl: string;
  /** Where messages go without a server. */
  outboxDir: string;
  /** Sender, such as `Name <name@example.com>`. */
  from: string;
}

/** A message was not sent. Says why in codes only: what servers answer repeats addresses. */
export class MailError extends Error {
  override name = 'MailError';
  /** Trying again is of no use. */
  permanent: boolean;

  constructor(reason: string, permanent: boolean) {
    super(reason);
    this.permanent = permanent;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;
/** The longest that sending one message takes. */
export const SEND_TIMEOUT_MS = 40_000;

/** Sends over SMTP, or writes files when there is no server. @throws when the URL is not one of SMTP */
export function createMailer({ smtpUrl, outboxDir, from }: MailerOptions): Mailer {
  const deliver = smtpUrl === '' ? createOutbox(outboxDir) : createSmtp(smtpUrl);
  const host = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async (mail, { logger, signal }) => {
    const message = {
      from,
      // An object: an address in a string could be read as several.
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.createdAt,
      messageId: `<${mail.id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
    };
    try {
      await deliver(message, mail, logger);
    } catch (error) {
      throw toMailError(error);
    }
  };
}

type Deliver = (message: SendMailOptions, mail: Mail, logger: SendContext['logger']) => Promise<void>;

function createSmtp(smtpUrl: string): Deliver {
  if (!/^smtps?:\/\/./i.test(smtpUrl)) throw new Error('SMTP_URL: must be an smtp:// or smtps:// URL');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  return async (message) => {
    await transport.sendMail(message);
  };
}

function createOutbox(outboxDir: string): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message, { id, createdAt }, logger) => {
    const { message: content } = await transport.sendMail(message);
    // The same message has the same name, so that one written twice is one file.
    const file = path.join(outboxDir, `${createdAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`);
    const draft = path.join(outboxDir, `.${id}.draft`);
    await mkdir(path.dirname(outboxDir), { recursive: true });
    await mkdir(outboxDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, content as Buffer, { mode: 0o600, flush: true });
    await rename(draft, file);
    logger.info({ file }, 'no SMTP_URL: e-mail written to the outbox');
  };
}

interface SendFailure {
  code?: unknown;
  /** What a system error was called before it got the code of its stage, such as ECONNREFUSED. */
  originalCode?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

function toMailError(error: unknown): MailError {
  const { code, originalCode, responseCode, command } = error as SendFailure;
  const parts = [code, originalCode, responseCode, command];
  const known = parts.filter((part) => typeof part === 'string' || typeof part === 'number');
  // The server refuses this recipient or this message; elsewhere a 5xx is about us: a wrong password, a blocked sender.
  const refused = Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return new MailError(known.join(' ') || 'UNKNOWN', refused);
}
