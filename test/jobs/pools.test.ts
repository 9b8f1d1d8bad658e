import test from 'ava';
import Type from 'typebox';
import { chooseQueues } from '../../platform/jobs/choose-queues.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import { newQueueName, startTestQueues, waitUntil } from './support.ts';

const known = Object.keys(JOBS);
const choose = (workerQueues: string[], queueConcurrency: Record<string, number> = {}) =>
  chooseQueues(JOBS, { workerQueues, queueConcurrency });

test('a process works on all queues, or on those it was told', (t) => {
  t.deepEqual(choose([]), known);
  t.deepEqual(choose(['sweeper', 'email', 'email']), ['email', 'sweeper']);
});

test('a queue that does not exist is refused, and the known ones are named', (t) => {
  const error = {
    name: 'StartError',
    message: `WORKER_QUEUES: there is no queue "mail"; known are ${known.join(', ')}`,
  };
  t.throws(() => choose(['email', 'mail']), error);
  t.throws(() => choose([], { mail: 2 }), { message: /^WORKER_QUEUE_CONCURRENCY: there is no queue "mail"/ });
});

test('a process takes jobs from its queues only, but keeps the schedules of all and counts all', async (t) => {
  const [mine, other, scheduled] = [newQueueName(), newQueueName(), newQueueName()];
  const ran: string[] = [];
  const job = { payload: Type.Object({}), retryDelaysMs: [] };
  const jobs = { [mine]: job, [other]: job, [scheduled]: { ...job, schedule: { everyMs: 3_600_000 } } };
  const handlers = Object.keys(jobs).map((name) => ({ name, handle: () => Promise.resolve(void ran.push(name)) }));
  const queues = await startTestQueues(t, jobs, handlers, { queues: [mine] });
  await queues.consumer.start();
  await queues.producer.enqueue(other, {});
  await queues.producer.enqueue(mine, {});
  await waitUntil(() => ran.length === 1, 'the job of its queue ran');
  t.deepEqual(ran, [mine]);
  const counts = await queues.consumer.countJobs();
  t.is(counts[other]?.waiting, 1);
  t.is((await (await queues.backend.queue(scheduled)).getJobSchedulers(0, -1)).length, 1);
  t.is((counts[scheduled]?.waiting ?? 0) + (counts[scheduled]?.delayed ?? 0), 1);
});

test('a process for one queue must still be able to do every job', async (t) => {
  const [mine, other] = [newQueueName(), newQueueName()];
  const job = { payload: Type.Object({}), retryDelaysMs: [] };
  const handlers = [{ name: mine, handle: () => Promise.resolve() }];
  await t.throwsAsync(startTestQueues(t, { [mine]: job, [other]: job }, handlers, { queues: [mine] }), {
    message: `job ${other} has no handler`,
  });
});
