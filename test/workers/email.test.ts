import { randomUUID } from 'node:crypto';
import test from 'ava';
import { pino } from 'pino';
import { claimEmail, deleteSettledEmails, listEmailsToSend } from '../../db/queries/emails.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import { handlerContext, startTestQueue, waitUntil } from '../jobs/support.ts';
import { LINK, readRow, START, storeEmail } from '../support/emails.ts';
import { startSmtpServer } from '../support/smtp.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

test('an e-mail arrives as text and HTML, under its own Message-ID, and its contents are forgotten', async (t) => {
  const server = await startSmtpServer(t);
  const { database, key, send } = await storeEmail(t, { SMTP_URL: server.url });
  t.false(JSON.stringify(await readRow(database)).includes('single-use'));
  await send();
  t.is(server.mails.length, 1);
  const [mail] = server.mails;
  t.deepEqual(mail?.recipients, ['bob@example.com']);
  t.like(mail?.headers, {
    from: 'Risk <risk@example.org>',
    to: 'bob@example.com',
    subject: 'Confirm your e-mail address for Shop & Söhne',
    'message-id': `<${key.emailId}@example.org>`,
    date: 'Sat, 21 Nov 2026 12:00:00 +0000',
  });
  t.true(mail?.text.includes(`\n${LINK}\n`));
  t.true(mail?.html.includes(`href="${LINK}"`));
  t.like(await readRow(database), { status: 'sent', attempts: 1, sealed: null, sent_at: new Date(START) });
  await send();
  t.is(server.mails.length, 1);
});

test('a temporary refusal is tried again after its wait, not before', async (t) => {
  const server = await startSmtpServer(t);
  server.refusals.push(450);
  const { database, clock, send } = await storeEmail(t, { SMTP_URL: server.url });
  const error = await t.throwsAsync(send(), { message: 'EENVELOPE 450 RCPT TO' });
  t.false(error?.stack?.includes('bob@example.com'));
  t.like(await readRow(database), { status: 'pending', next_attempt_at: new Date(START + 5 * SECOND) });
  clock.advance(5 * SECOND - 1);
  await send();
  t.is(server.mails.length, 0);
  clock.advance(1);
  await send();
  t.is(server.mails.length, 1);
  t.like(await readRow(database), { status: 'sent', attempts: 2, last_error: null });
});

test('a refusal for good is not tried again', async (t) => {
  const server = await startSmtpServer(t);
  server.refusals.push(550);
  const { database, clock, send } = await storeEmail(t, { SMTP_URL: server.url });
  await send();
  t.like(await readRow(database), { status: 'failed', sealed: null, last_error: 'EENVELOPE 550 RCPT TO' });
  clock.advance(24 * HOUR);
  await send();
  t.is(server.mails.length, 0);
});

test('after the last attempt it is given up, with a log line and without its contents', async (t) => {
  const server = await startSmtpServer(t);
  const { database, clock, key, handler } = await storeEmail(t, { SMTP_URL: server.url });
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  for (const delay of [...JOBS.email.retryDelaysMs, 0]) {
    server.refusals.push(451);
    await t.throwsAsync(handler.handle(key, { ...handlerContext(), logger }));
    clock.advance(delay);
  }
  t.like(await readRow(database), { status: 'failed', attempts: 6, sealed: null });
  t.like(lines, [{ msg: 'e-mail given up', attempt: 6, reason: 'EENVELOPE 451 RCPT TO' }]);
  t.is(lines.length, 1);
});

test('a server that was away gets the e-mail when it is back', async (t) => {
  const away = await startSmtpServer(t);
  await away.close();
  let now = START;
  // Each look at the clock is hours after the one before, so that the waits of the row are always over.
  const clock = { now: () => (now += 3 * HOUR), advance: () => {} };
  const { database, key, handler } = await storeEmail(t, { SMTP_URL: away.url }, { clock });
  const job = { ...JOBS.email, retryDelaysMs: Array<number>(50).fill(50) };
  const queue = await startTestQueue(t, job, (payload, context) => handler.handle(payload as never, context));
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, key);
  await waitUntil(() => queue.lines.some(({ outcome }) => outcome === 'retried'), 'an attempt failed');
  const back = await startSmtpServer(t, { port: away.port });
  await waitUntil(async () => (await readRow(database)).status === 'sent', 'it is sent');
  t.is(back.mails.length, 1);
  t.regex(JSON.stringify(queue.lines[0]), /ESOCKET ECONNREFUSED CONN/);
});

test('two workers at once send it once', async (t) => {
  const server = await startSmtpServer(t);
  const { send } = await storeEmail(t, { SMTP_URL: server.url });
  await Promise.all([send(), send(), send()]);
  t.is(server.mails.length, 1);
});

test('what a killed worker took is listed and sent when its time is over', async (t) => {
  const server = await startSmtpServer(t);
  const { database, clock, key, send } = await storeEmail(t, { SMTP_URL: server.url });
  const { knex } = database.db;
  const list = () => listEmailsToSend(knex, new Date(clock.now()), 10);
  const { companyId, emailId } = key;
  const leaseUntil = new Date(START + 60 * SECOND);
  await claimEmail(knex, companyId, { emailId, now: new Date(START), leaseUntil });
  clock.advance(59 * SECOND);
  await send();
  t.deepEqual([server.mails.length, await list()], [0, []]);
  clock.advance(2 * SECOND);
  t.deepEqual(await list(), [key]);
  await send();
  t.is(server.mails.length, 1);
  t.deepEqual(await list(), []);
});

test('an e-mail that takes its workers with it is given up', async (t) => {
  const server = await startSmtpServer(t);
  const { database, clock, key, send } = await storeEmail(t, { SMTP_URL: server.url });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const now = new Date(clock.now());
    t.is((await claimEmail(database.db.knex, key.companyId, { ...key, now, leaseUntil: now }))?.attempt, attempt);
  }
  await send();
  t.like(await readRow(database), { status: 'failed', sealed: null, last_error: 'its workers were lost' });
  t.is(server.mails.length, 0);
});

test('another company cannot take it', async (t) => {
  const server = await startSmtpServer(t);
  const { key, handler } = await storeEmail(t, { SMTP_URL: server.url });
  await handler.handle({ ...key, companyId: randomUUID() }, handlerContext());
  t.is(server.mails.length, 0);
});

test('sent and given up e-mails are deleted in time, those that wait are kept', async (t) => {
  const server = await startSmtpServer(t);
  const { database, send } = await storeEmail(t, { SMTP_URL: server.url });
  const { knex } = database.db;
  t.is(await deleteSettledEmails(knex, new Date(START + HOUR), 10), 0);
  await send();
  t.is(await deleteSettledEmails(knex, new Date(START), 10), 0);
  t.is(await deleteSettledEmails(knex, new Date(START + 1), 10), 1);
});
