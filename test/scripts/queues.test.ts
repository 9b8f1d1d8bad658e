import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import anyTest, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { migrateQueues, openQueueBackend } from '../../platform/jobs/backend.ts';
import { createJobConsumer, type JobConsumer } from '../../platform/jobs/consumer.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import { createJobProducer } from '../../platform/jobs/producer.ts';
import { waitUntil } from '../jobs/support.ts';
import { makeDataDir, start } from '../platform/support/embedded.ts';
import { createTestDatabase } from '../support/database.ts';
import { TEST_ENVIRONMENT } from '../support/environment.ts';
import { testRedisUrls } from '../support/redis.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/queues.ts');
const NAMES = Object.keys(JOBS);
// The jobs of the service have the same queues in every test: on Redis, which the tests of a file share, one by one.
const test = anyTest.serial;
// Redis plays no part in this.
const testEmbedded = testRedisUrls().length === 0 ? test : test.skip;
const logger = pino({ level: 'silent' });
const metrics = { attempt: () => {}, enqueueFailed: () => {} };

type Environment = Record<string, string>;
interface Outcome {
  code: number;
  out: string;
  err: string;
}

async function run(environment: Environment, ...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'] ?? '', ...TEST_ENVIRONMENT, REDIS_URL: '', DATABASE_URL: '', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', SCRIPT, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

const query = (text: string) => JSON.parse(text) as Record<string, unknown>[];

/** The queues of the service, empty, with a handler for every job that `handle` answers for. */
async function startQueues(t: ExecutionContext, handle: () => Promise<void>) {
  const { url } = await createTestDatabase(t);
  const redisUrls = testRedisUrls();
  const backend = await openQueueBackend({ databaseUrl: url, redisUrls, workers: 1, logger });
  const handlers = NAMES.map((name) => ({ name: name as keyof typeof JOBS, handle }));
  const jobs = { ...JOBS, email: { ...JOBS.email, retryDelaysMs: [1] } };
  const consumers: JobConsumer[] = [];
  const options = { jobs, handlers, backend, queues: ['email'], concurrency: 4, logger, metrics };
  t.teardown(async () => {
    await Promise.all(consumers.map((consumer) => consumer.close(5_000)));
    await backend.close();
  });
  return {
    environment: { DATABASE_URL: url, REDIS_URL: redisUrls.join(',') },
    producer: createJobProducer({ jobs, backend, logger, metrics }),
    startConsumer: async () => {
      const consumer = createJobConsumer(options);
      consumers.push(consumer);
      await consumer.start();
      return consumer;
    },
  };
}

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const email = (index: number) => ({ companyId: uuid(0), emailId: uuid(index) });

test('a line per queue, also as JSON; failed jobs are listed, run again and dropped', async (t) => {
  let broken = true;
  const work = () => (broken ? Promise.reject(new Error('550 no mailbox for eve@example.com')) : Promise.resolve());
  const { environment, producer, startConsumer } = await startQueues(t, work);
  await producer.enqueue('graph-features', { companyId: uuid(0), userKey: uuid(1) }, { delayMs: 3_600_000 });
  await producer.enqueue('billing-webhook', { provider: 'stripe', eventId: 'evt-1' });
  const consumer = await startConsumer();
  for (let index = 0; index < 250; index += 1) await producer.enqueue('email', email(index));
  const failedIs = (count: number) => async () => (await consumer.countJobs())['email']?.failed === count;
  await waitUntil(failedIs(250), 'all have failed');

  const table = await run(environment);
  t.is(table.code, 0, table.err);
  const lines = table.out.trimEnd().split('\n');
  t.regex(lines[0] ?? '', /^queue +waiting +delayed +active +failed +longest wait +last completed +oldest failed$/);
  t.deepEqual(
    lines.slice(1).map((line) => line.split(' ')[0]),
    NAMES,
  );
  t.is(new Set(lines.map((line) => line.length)).size, 1, 'columns are aligned');
  t.true(
    lines.some((line) => /^graph-features +0 +1 +0 +0 +- +- +-$/.test(line)),
    table.out,
  );
  t.true(
    lines.some((line) => /^billing-webhook +1 +0 +0 +0 +\d+ s +- +-$/.test(line)),
    table.out,
  );
  t.true(
    lines.some((line) => /^email +0 +0 +0 +250 +- +- +\d+ s$/.test(line)),
    table.out,
  );
  const summary = query((await run(environment, '--json')).out).find(({ queue }) => queue === 'email');
  t.like(summary, { waiting: 0, delayed: 0, active: 0, failed: 250, oldestWaitingAt: null, lastCompletedAt: null });
  t.regex(String(summary?.['oldestFailedAt']), /^\d{4}-.*Z$/);

  const failed = query((await run(environment, 'failed', 'email', '--json')).out);
  t.is(failed.length, 20);
  t.like(failed[0], { attempts: 2, reason: '550 no mailbox for ***', payload: { companyId: uuid(0) } });
  t.regex((await run(environment, 'failed', 'email')).out, /^id +failed at +attempts +payload +reason\n\d+ .*mailbox/);

  t.is((await run(environment, 'retry', 'email')).out, 'email: 250 failed jobs will run again\n');
  await waitUntil(failedIs(250), 'all have failed again, after all their attempts');
  t.is(query((await run(environment, 'failed', 'email', '--json')).out)[0]?.['attempts'], 2);
  t.deepEqual(JSON.parse((await run(environment, 'drop', 'email', '--json')).out), { queue: 'email', dropped: 250 });
  t.is((await run(environment, 'failed', 'email')).out, 'No job has failed\n');

  broken = false;
  await producer.enqueue('email', email(0));
  const isSeen = async () => /^email .* \d+ s +-$/m.test((await run(environment)).out);
  await waitUntil(isSeen, 'a dropped job can be signalled again, and its completion is seen');
});

test('what is not in the usage is explained on standard error, with code 2', async (t) => {
  const calls = [['nonsense'], ['retry'], ['drop', 'mail'], ['failed', 'email', 'sweeper'], ['--force']];
  for (const args of calls) {
    const { code, out, err } = await run({}, ...args);
    t.is(code, 2, args.join(' '));
    t.is(out, '');
    t.regex(err, /Usage: npm run queues/);
  }
  t.regex((await run({}, 'drop', 'mail')).err, /There is no queue "mail"; known are graph-features, /);
});

test('queues that do not answer are said to be so, with code 1', async (t) => {
  const { code, err } = await run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
  t.is(code, 1);
  t.regex(err, /^The queues cannot be read: .*ECONNREFUSED/);
});

testEmbedded('embedded: it looks into the PostgreSQL that runs, and starts none', async (t) => {
  const dataDir = makeDataDir(t);
  const before = await run({ DATA_DIR: dataDir });
  t.is(before.code, 1);
  t.regex(before.err, /^No service runs on /);
  t.false(existsSync(path.join(dataDir, 'postgres')));
  const server = await start(dataDir);
  await migrateQueues(server.url);
  const running = await run({ DATA_DIR: dataDir });
  t.is(running.code, 0, running.err);
  t.regex(running.out, /^queue +waiting/);
  await server.stop();
  t.is((await run({ DATA_DIR: dataDir })).code, 1);
});
