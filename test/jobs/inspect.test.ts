import test from 'ava';
import Type from 'typebox';
import { dropFailedJobs, listFailedJobs, retryFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import { summarizeQueues, type QueueSummary } from '../../platform/jobs/inspect.ts';
import { registerJobCounts } from '../../platform/jobs/metrics.ts';
import { meeting, startTestQueue, waitUntil, type TestQueue } from './support.ts';

const job = { payload: Type.Object({ id: Type.Integer() }), retryDelaysMs: [] };
const HOUR_MS = 3_600_000;

async function summarize({ backend, name }: TestQueue, nowMs = Date.now()): Promise<QueueSummary> {
  const [summary] = await summarizeQueues(backend, [name], nowMs);
  if (!summary) throw new Error('there is no summary');
  return summary;
}

test('a job waits from the moment it may run; the one that is next is the oldest', async (t) => {
  const queue = await startTestQueue(t, job, () => Promise.resolve());
  const before = Date.now();
  for (let id = 0; id < 3; id += 1) await queue.producer.enqueue(queue.name, { id });
  const firstAddedBy = Date.now();
  await queue.producer.enqueue(queue.name, { id: 3 }, { delayMs: HOUR_MS });
  const now = await summarize(queue);
  t.like(now, { queue: queue.name, waiting: 3, delayed: 1, active: 0, failed: 0, lastCompletedAt: undefined });
  t.true((now.oldestWaitingAt ?? 0) >= before && (now.oldestWaitingAt ?? 0) <= firstAddedBy);
  const nothingWaits = await startTestQueue(t, job, () => Promise.resolve());
  await nothingWaits.producer.enqueue(nothingWaits.name, { id: 1 }, { delayMs: HOUR_MS });
  t.like(await summarize(nothingWaits), { waiting: 0, delayed: 1, oldestWaitingAt: undefined });
});

test('a delayed job whose time has come counts as waiting, also when no process works on its queue', async (t) => {
  const queue = await startTestQueue(t, job, () => Promise.resolve());
  const addedAt = Date.now();
  await queue.producer.enqueue(queue.name, { id: 1 }, { delayMs: HOUR_MS });
  const later = await summarize(queue, addedAt + 3 * HOUR_MS);
  t.like(later, { waiting: 1, delayed: 0 });
  t.true(Math.abs((later.oldestWaitingAt ?? 0) - (addedAt + HOUR_MS)) < 60_000);
});

test('counts and waits are metrics', async (t) => {
  const [started, release] = [meeting(), meeting()];
  const queue = await startTestQueue(
    t,
    job,
    async () => {
      started.meet();
      await release.met;
    },
    { concurrency: 1 },
  );
  registerJobCounts(queue.registry, queue.consumer);
  for (let id = 0; id < 3; id += 1) await queue.producer.enqueue(queue.name, { id });
  await queue.consumer.start();
  await started.met;
  const waitOf = async () =>
    Number(/job_oldest_waiting_seconds\{.*\} (\S+)/.exec(await queue.registry.metrics())?.[1] ?? -1);
  const first = await waitOf();
  await waitUntil(async () => (await waitOf()) > first, 'the wait grows');
  const metrics = await queue.registry.metrics();
  for (const [state, count] of Object.entries({ waiting: 2, active: 1, delayed: 0, failed: 0 })) {
    t.true(metrics.includes(`jobs{queue="${queue.name}",state="${state}"} ${count}`), state);
  }
  release.meet();
  await waitUntil(async () => (await waitOf()) === 0, 'nothing waits');
});

test('failed jobs run again with all their attempts, in steps, and are not chased when they fail again', async (t) => {
  const flaky = { ...job, retryDelaysMs: [1] };
  let attempts = 0;
  const queue = await startTestQueue(t, flaky, () => {
    attempts += 1;
    return Promise.reject(new Error(`attempt ${attempts}`));
  });
  for (let id = 0; id < 250; id += 1) await queue.producer.enqueue(queue.name, { id });
  await queue.consumer.start();
  const allFailed = async () => (await summarize(queue)).failed === 250;
  await waitUntil(allFailed, 'all have failed');
  t.is(attempts, 500);
  const stored = await queue.backend.queue(queue.name);
  const listed = await listFailedJobs(stored, 3);
  t.is(listed.length, 3);
  t.true((listed[0]?.failedAt ?? 0) >= (listed[2]?.failedAt ?? 0), 'newest first');
  t.like(listed[0], { attempts: 2 });
  t.is(await retryFailedJobs(stored, Date.now()), 250);
  await waitUntil(allFailed, 'all have failed again');
  t.is(attempts, 1_000);
  t.is(await retryFailedJobs(stored, Date.now() - HOUR_MS), 0);
  t.is(await dropFailedJobs(stored, Date.now() - HOUR_MS), 0);
  t.is(await dropFailedJobs(stored, Date.now()), 250);
  t.like(await summarize(queue), { failed: 0, waiting: 0, oldestFailedAt: undefined });
});

test('a failed run of a schedule can be run again without disturbing the schedule', async (t) => {
  let runs = 0;
  const scheduled = { payload: Type.Object({}), retryDelaysMs: [], schedule: { everyMs: HOUR_MS } };
  const queue = await startTestQueue(t, scheduled, () => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('not today')) : Promise.resolve();
  });
  await queue.consumer.start();
  await waitUntil(async () => (await summarize(queue)).failed === 1, 'the first run failed');
  const stored = await queue.backend.queue(queue.name);
  t.is(await retryFailedJobs(stored, Date.now()), 1);
  await waitUntil(async () => (await summarize(queue)).lastCompletedAt !== undefined, 'it ran again');
  t.is(runs, 2);
  t.is((await stored.getJobSchedulers(0, -1)).length, 1);
  t.like(await summarize(queue), { waiting: 0, delayed: 1, active: 0, failed: 0 });
});
