import { setTimeout } from 'node:timers/promises';
import anyTest, { type ExecutionContext } from 'ava';
import pg from 'pg';
import Type from 'typebox';
import { testRedisUrls } from '../support/redis.ts';
import { meeting, newQueueName, startTestQueue, startTestQueues, waitUntil } from './support.ts';

const job = {
  payload: Type.Object({ id: Type.Integer() }),
  retryDelaysMs: [],
  deduplicationKey: (payload: unknown) => `${(payload as { id: number }).id}`,
};
const SAMPLE_MS = 20;
const isPostgres = testRedisUrls().length === 0;
// One after the other: each keeps the process busy.
const test = anyTest.serial;
const testPostgres = isPostgres ? test : test.skip;

async function connect(t: ExecutionContext, databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  t.teardown(() => client.end());
  return client;
}

/** Watches how many connections queues have to PostgreSQL; returns the most there were at once. */
async function watchConnections(t: ExecutionContext, databaseUrl: string): Promise<() => number> {
  const client = await connect(t, databaseUrl);
  let [most, watching] = [0, true];
  const watch = async () => {
    while (watching) {
      const { rows } = await client.query<{ connections: string }>(
        `select count(*) connections from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      most = Math.max(most, Number(rows[0]?.connections));
      await setTimeout(SAMPLE_MS);
    }
  };
  const watched = watch();
  t.teardown(async () => {
    watching = false;
    await watched;
  });
  return () => most;
}

test('10,000 signals at once use four connections; each is enqueued or left to the sweeper, which is counted', async (t) => {
  const queue = await startTestQueue(t, job, () => Promise.resolve());
  const most = await watchConnections(t, queue.databaseUrl);
  await Promise.all(Array.from({ length: 10_000 }, (_, id) => queue.producer.signal(queue.name, { id })));
  const failures = /job_enqueue_failures_total\{.*\} (\d+)/.exec(await queue.registry.metrics())?.[1] ?? 0;
  const isEnqueued = () =>
    queue.producer.enqueue(queue.name, { id: 10_000 }).then(
      () => true,
      () => false,
    );
  await waitUntil(isEnqueued, 'signals work again');
  const enqueued = (await queue.consumer.countJobs())[queue.name]?.waiting ?? 0;
  t.true(enqueued > 1 && enqueued + Number(failures) >= 10_001, `${enqueued} enqueued, ${failures} not`);
  if (isPostgres) t.true(most() >= 1 && most() <= 4, `${most()} connections`);
});

test("256 jobs that wait at once take no connection each and are in nobody else's way", async (t) => {
  const [many, other] = [newQueueName(), newQueueName()];
  const release = meeting();
  let [running, finished] = [0, 0];
  const jobs = { [many]: { ...job, concurrency: 256 }, [other]: job };
  const queues = await startTestQueues(t, jobs, [
    {
      name: many,
      handle: async () => {
        running += 1;
        await release.met;
        finished += 1;
      },
    },
    { name: other, handle: () => Promise.resolve() },
  ]);
  const most = await watchConnections(t, queues.databaseUrl);
  await queues.consumer.start();
  for (let id = 0; id < 300; id += 1) await queues.producer.enqueue(many, { id });
  await waitUntil(() => running === 256, 'as many run as may');
  await queues.producer.enqueue(other, { id: 1 });
  await waitUntil(() => queues.lines.some(({ queue }) => queue === other), 'the other queue is worked on');
  t.like((await queues.consumer.countJobs())[many], { active: 256, waiting: 44 });
  release.meet();
  await waitUntil(() => finished === 300, 'all are finished');
  if (isPostgres) t.true(most() <= 4 + 4 + 2, `${most()} connections`);
});

/** The next statement that takes a job is told that it lost a deadlock; a sequence counts, whatever is undone. */
const LOSE_ONE_DEADLOCK = `
  create sequence bullmq.taken;
  create function bullmq.lose() returns trigger language plpgsql as $$
  begin
    if nextval('bullmq.taken') = 2 then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
    return new;
  end $$;
  create trigger lose before update on bullmq.job for each row when (new.state = 'active' and old.state <> 'active')
    execute function bullmq.lose()`;

testPostgres('a statement that lost a deadlock is run again at once, as if nothing had happened', async (t) => {
  let runs = 0;
  const flaky = { ...job, retryDelaysMs: [1] };
  const failOnce = () => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('not today')) : Promise.resolve();
  };
  const queue = await startTestQueue(t, flaky, failOnce, { concurrency: 1 });
  const client = await connect(t, queue.databaseUrl);
  await client.query(LOSE_ONE_DEADLOCK);
  await queue.producer.enqueue(queue.name, { id: 1 });
  await queue.producer.enqueue(queue.name, { id: 2 });
  await queue.consumer.start();
  await waitUntil(() => queue.lines.filter(({ outcome }) => outcome === 'completed').length === 2, 'both are done');
  const { rows } = await client.query<{ taken: string }>('select last_value taken from bullmq.taken');
  t.is(Number(rows[0]?.taken), 4, 'two jobs, one retry and one lost deadlock');
  t.deepEqual(
    queue.lines.filter(({ msg }) => msg !== 'job'),
    [],
  );
});
