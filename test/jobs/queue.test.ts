import test from 'ava';
import Type from 'typebox';
import { ensureSchedules } from '../../platform/jobs/schedules.ts';
import { meeting, startTestQueue, waitUntil } from './support.ts';

const Greeting = Type.Object({ id: Type.String({ maxLength: 10 }) }, { additionalProperties: false });
const job = { payload: Greeting, retryDelaysMs: [] };

test('what is enqueued is handled once, with one log line and one metric', async (t) => {
  const handled: unknown[] = [];
  const queue = await startTestQueue(t, job, (payload) => Promise.resolve(void handled.push(payload)));
  await queue.producer.enqueue(queue.name, { id: 'a' });
  await queue.consumer.start();
  await waitUntil(() => queue.lines.length > 0, 'the job is logged');
  t.deepEqual(handled, [{ id: 'a' }]);
  t.like(queue.lines, [{ msg: 'job', queue: queue.name, attempt: 1, outcome: 'completed' }]);
  t.is(queue.lines.length, 1);
  const metrics = await queue.registry.metrics();
  t.true(metrics.includes(`job_duration_seconds_count{queue="${queue.name}",outcome="completed"} 1`));
});

test('a payload that does not fit its schema never reaches the handler and is not tried again', async (t) => {
  const retried = { ...job, retryDelaysMs: [1, 1] };
  const queue = await startTestQueue(t, retried, () => Promise.resolve(t.fail('the handler was called')));
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 7 });
  await waitUntil(async () => (await queue.consumer.countJobs())[queue.name]?.failed === 1, 'the job failed');
  t.like(queue.lines, [{ outcome: 'invalid', attempt: 1 }]);
  t.is(queue.lines.length, 1);
});

test('a failed attempt is tried again after each of its waits, then given up', async (t) => {
  const attempts: { attempt: number; at: number }[] = [];
  const flaky = { ...job, retryDelaysMs: [50, 150] };
  const queue = await startTestQueue(t, flaky, (_payload, { attempt }) => {
    attempts.push({ attempt, at: Date.now() });
    return Promise.reject(new Error('not today'));
  });
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'a' });
  await waitUntil(async () => (await queue.consumer.countJobs())[queue.name]?.failed === 1, 'the job is given up');
  t.deepEqual(
    attempts.map(({ attempt }) => attempt),
    [1, 2, 3],
  );
  const [first = 0, second = 0, third = 0] = attempts.map(({ at }) => at);
  t.true(second - first >= 45 && third - second >= 145);
  t.deepEqual(
    queue.lines.map(({ outcome }) => outcome),
    ['retried', 'retried', 'failed'],
  );
});

test('jobs of one key are one while they wait, and run once more when signalled during the run', async (t) => {
  const started = meeting();
  const release = meeting();
  let runs = 0;
  const keyed = { ...job, deduplicationKey: (payload: unknown) => (payload as { id: string }).id };
  const queue = await startTestQueue(t, keyed, async () => {
    runs += 1;
    started.meet();
    await release.met;
  });
  for (let index = 0; index < 5; index += 1) await queue.producer.enqueue(queue.name, { id: 'same' });
  t.is((await queue.consumer.countJobs())[queue.name]?.waiting, 1);
  await queue.consumer.start();
  await started.met;
  for (let index = 0; index < 5; index += 1) await queue.producer.enqueue(queue.name, { id: 'same' });
  release.meet();
  await waitUntil(() => queue.lines.length === 2, 'the second run is logged');
  await waitUntil(async () => (await queue.consumer.countJobs())[queue.name]?.active === 0, 'nothing runs');
  t.like((await queue.consumer.countJobs())[queue.name], { waiting: 0, active: 0, delayed: 0 });
  t.is(runs, 2);
  await queue.producer.enqueue(queue.name, { id: 'same' });
  await waitUntil(() => runs === 3, 'a finished key can be signalled again');
});

test('a schedule fires by itself, is not doubled by other processes, and comes back when it was lost', async (t) => {
  let runs = 0;
  const scheduled = { payload: Type.Object({}), retryDelaysMs: [], schedule: { everyMs: 200 } };
  const queue = await startTestQueue(t, scheduled, () => Promise.resolve(void (runs += 1)));
  await queue.consumer.start();
  await waitUntil(() => runs >= 2, 'the schedule fired twice');
  await Promise.all([1, 2, 3].map(() => ensureSchedules(queue.jobs, queue.backend, Date.now())));
  const stored = await queue.backend.queue(queue.name);
  t.is((await stored.getJobSchedulers(0, -1)).length, 1);
  t.true(await stored.removeJobScheduler(queue.name));
  await ensureSchedules(queue.jobs, queue.backend, Date.now());
  const before = runs;
  await waitUntil(() => runs > before + 1, 'the schedule fires again');
});

test('closing waits for the job that runs and takes no other', async (t) => {
  const started = meeting();
  const release = meeting();
  const finished: unknown[] = [];
  const queue = await startTestQueue(
    t,
    job,
    async (payload) => {
      started.meet();
      await release.met;
      finished.push(payload);
    },
    { concurrency: 1 },
  );
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'first' });
  await started.met;
  await queue.producer.enqueue(queue.name, { id: 'second' });
  const closing = queue.consumer.close(5_000);
  release.meet();
  t.true(await closing);
  t.deepEqual(finished, [{ id: 'first' }]);
  t.like((await queue.consumer.countJobs())[queue.name], { waiting: 1, active: 0 });
});

test('closing aborts a job that does not end before the deadline', async (t) => {
  const started = meeting();
  const queue = await startTestQueue(t, job, async (_payload, { signal }) => {
    started.meet();
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'slow' });
  await started.met;
  t.false(await queue.consumer.close(50));
  t.true(queue.lines.some(({ err }) => (err as Error | undefined)?.message === 'aborted'));
});

test('readiness asks the queue', async (t) => {
  const queue = await startTestQueue(t, job, () => Promise.resolve());
  await t.notThrowsAsync(queue.producer.checkQueue());
  await queue.backend.close();
  await t.throwsAsync(queue.producer.checkQueue());
});
