import { JSON_STYLES } from './json-styles.ts';

/** Something a client may have used by mistake, and what to tell it then. */
export interface Mistake<Value> {
  value: Value;
  hint: string;
}

const EXACT = 'sign the exact bytes you send: serialise once, sign that text, send that text.';

/** Bodies a client may have signed in place of the one it sent, likely ones first; each text once. */
export function listOtherBodies(rawBody: Buffer, parsed: unknown): Mistake<string | Buffer>[] {
  const text = rawBody.toString('utf8');
  const mistakes: Mistake<string | Buffer>[] = [];
  const seen = new Set([text]);
  const add = (value: string, what: string) => {
    if (!seen.has(value)) mistakes.push({ value, hint: `It is the signature of the body ${what}; ${EXACT}` });
    seen.add(value);
  };
  // A byte order mark counts as white space too.
  if (text.startsWith('\ufeff')) add(text.slice(1), 'without its byte order mark');
  else add(`\ufeff${text}`, 'with a byte order mark before it');
  add(`${text}\n`, 'with a newline at its end (use printf %s rather than echo, and curl --data-binary rather than -d)');
  add(text.trim(), 'without the white space around it');
  add(text.replaceAll(/[\r\n]/g, ''), 'without its newlines');
  add(text.replaceAll('\r\n', '\n'), 'with LF line ends, while CRLF was sent');
  add(text.replaceAll(/\r?\n/g, '\r\n'), 'with CRLF line ends, while LF was sent');
  add(`${text}\r\n`, 'with a CRLF at its end');
  add('', 'before there was any (the signature is of nothing)');
  add('[object Object]', 'as an object that was made a text without serialising it');
  add(JSON.stringify(text), 'serialised twice');
  if (parsed === undefined) return mistakes;
  for (const [style, write] of JSON_STYLES) {
    const json = write(parsed);
    add(json, style);
    add(`${json}\n`, `${style} with a newline at its end`);
  }
  return mistakes;
}

/** Keys a client may have signed with in place of the secret. */
export function listOtherKeys(secret: string, prefix: string): Mistake<string | Buffer>[] {
  const bare = secret.replace(/^whsec_/, '');
  const mistake = (value: string | Buffer, hint: string) => ({ value, hint: `${hint} The key is the whole secret.` });
  const white = 'It was made with white space around the secret: trim it when you read it from a file or variable.';
  return [
    ...[`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`].map((value) => mistake(value, white)),
    mistake(bare, 'It was made with the secret without its whsec_ prefix.'),
    mistake(Buffer.from(bare, 'base64'), 'It was made with the base64-decoded secret: use its text as it is.'),
    mistake(Buffer.from(secret, 'base64'), 'It was made with the base64-decoded secret: use its text as it is.'),
    mistake(`"${secret}"`, 'It was made with quotes around the secret.'),
    mistake(prefix, 'It was made with the prefix of the secret that is shown to tell secrets apart.'),
    mistake('', 'It was made with an empty secret: is the variable that holds it set?'),
    ...['undefined', 'None', 'null'].map((value) =>
      mistake(value, `It was made with the word ${value} as the secret: is the variable that holds it set?`),
    ),
  ];
}

/** Ways other services put timestamp, nonce and body together; here only the body is signed. */
export function listJoined(rawBody: Buffer, timestamp: string, nonce: string): Mistake<Buffer>[] {
  const parts = { timestamp, nonce, body: rawBody };
  const orders: (keyof typeof parts)[][] = [
    ['timestamp', 'body'],
    ['timestamp', 'nonce', 'body'],
    ['nonce', 'timestamp', 'body'],
    ['nonce', 'body'],
    ['body', 'timestamp'],
    ['body', 'timestamp', 'nonce'],
  ];
  const join = (order: (keyof typeof parts)[], separator: string) =>
    Buffer.concat(order.flatMap((part, index) => [Buffer.from(index > 0 ? separator : ''), Buffer.from(parts[part])]));
  return orders.flatMap((order) =>
    ['.', '', ':', '\n'].map((separator) => ({
      value: join(order, separator),
      hint: `It is the signature of ${order.join(', ')} put together; sign the body alone.`,
    })),
  );
}
