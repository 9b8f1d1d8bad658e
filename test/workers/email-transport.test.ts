import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { pino } from 'pino';
import type { EmailContent } from '../../db/queries/emails.ts';
import { MailError } from '../../platform/mailer.ts';
import { handlerContext } from '../jobs/support.ts';
import { LINK, readRow, storeEmail } from '../support/emails.ts';
import { parseMail, startSmtpServer } from '../support/smtp.ts';

test('line breaks in a name and commas in an address add neither headers nor recipients', async (t) => {
  const server = await startSmtpServer(t);
  const companyName = 'Shop\r\nBcc: eve@example.com\r\n\r\nHello';
  const content: EmailContent = { template: 'verify-email', parameters: { companyName, link: LINK } };
  const { send } = await storeEmail(t, { SMTP_URL: server.url }, { content });
  await send();
  const [mail] = server.mails;
  t.deepEqual(mail?.recipients, ['bob@example.com']);
  t.is(mail?.headers['bcc'], undefined);
  t.true(mail?.headers['subject']?.includes('Bcc: eve@example.com'));
  const recipient = 'bob@example.com, eve@example.com';
  const several = await storeEmail(t, { SMTP_URL: server.url }, { recipient });
  await several.send().catch(() => {});
  t.false(server.mails.some(({ recipients }) => recipients.includes('eve@example.com')));
});

test('a server whose certificate is not trusted gets nothing', async (t) => {
  const server = await startSmtpServer(t, { untrustedTls: true });
  const { database, send } = await storeEmail(t, { SMTP_URL: server.url });
  await t.throwsAsync(send(), { instanceOf: MailError, message: /CERT/ });
  t.is(server.mails.length, 0);
  t.is((await readRow(database)).status, 'pending');
});

test('a worker that must stop does not wait for a silent server', async (t) => {
  const stop = new AbortController();
  const silent = createServer(() => stop.abort(new Error('shutdown')));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const { database, key, handler } = await storeEmail(t, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const error = await t.throwsAsync(handler.handle(key, handlerContext(stop.signal)), { instanceOf: MailError });
  t.regex(error?.message ?? '', /ABORT/);
  t.is((await readRow(database)).status, 'pending');
});

test('without a server it is written to the outbox as a whole message, for the owner only', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outbox-test-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const { database, key, handler } = await storeEmail(t, { DATA_DIR: path.join(folder, 'data') });
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  await handler.handle(key, { ...handlerContext(), logger });
  const outbox = path.join(folder, 'data/outbox');
  const file = path.join(outbox, `2026-11-21T12-00-00-000Z-${key.emailId}.eml`);
  t.deepEqual(await readdir(outbox), [path.basename(file)]);
  t.like(lines, [{ file }]);
  t.deepEqual([(await stat(outbox)).mode & 0o777, (await stat(file)).mode & 0o777], [0o700, 0o600]);
  const mail = parseMail(await readFile(file, 'utf8'));
  t.is(mail.headers['message-id'], `<${key.emailId}@example.org>`);
  t.is(mail.headers['to'], 'bob@example.com');
  t.true(mail.text.includes(LINK));
  t.is((await readRow(database)).status, 'sent');
});

test('user and password of the URL are used; a wrong one is tried again and told to nobody', async (t) => {
  const server = await startSmtpServer(t, { account: { user: 'ada@example.org', password: 'p:ss/word' } });
  const url = (password: string) => `smtp://ada%40example.org:${password}@127.0.0.1:${server.port}`;
  const { send } = await storeEmail(t, { SMTP_URL: url('p%3Ass%2Fword') });
  await send();
  t.is(server.mails.length, 1);
  const wrong = await storeEmail(t, { SMTP_URL: url('another-word') });
  const error = await t.throwsAsync(wrong.send(), { instanceOf: MailError });
  const row = await readRow(wrong.database);
  t.is(row.status, 'pending');
  t.is(row.last_error, 'EAUTH 535 AUTH PLAIN');
  t.false(`${error?.stack}${JSON.stringify(row)}`.includes('another-word'));
});
