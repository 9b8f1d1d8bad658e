import test from 'ava';
import Type from 'typebox';
import { meeting, startTestQueue, waitUntil, type TestQueue } from './support.ts';

const DELAY_MS = 300;
const job = {
  payload: Type.Object({ id: Type.String() }),
  retryDelaysMs: [],
  delayMs: DELAY_MS,
  deduplicationKey: (payload: unknown) => (payload as { id: string }).id,
};

const countsOf = async (queue: TestQueue) => (await queue.consumer.countJobs())[queue.name];
/** A delayed job counts as waiting once its time has come. */
const countUnstarted = async (queue: TestQueue) => {
  const { waiting = 0, delayed = 0 } = (await countsOf(queue)) ?? {};
  return waiting + delayed;
};
const isIdle = async (queue: TestQueue) => {
  const { waiting, active, delayed } = (await countsOf(queue)) ?? {};
  return waiting === 0 && active === 0 && delayed === 0;
};

test('signals of one key during its delay are one job, which runs after the delay', async (t) => {
  const ranAt: number[] = [];
  const queue = await startTestQueue(t, job, () => Promise.resolve(void ranAt.push(Date.now())));
  const signalledAt = Date.now();
  for (let index = 0; index < 5; index += 1) await queue.producer.enqueue(queue.name, { id: 'a-b' });
  t.is(await countUnstarted(queue), 1);
  await queue.consumer.start();
  await waitUntil(() => isIdle(queue), 'the job ran');
  t.is(ranAt.length, 1);
  t.true((ranAt[0] ?? 0) - signalledAt >= DELAY_MS - 5);
});

test('signals while a delayed job runs make it run exactly once more, after the same delay', async (t) => {
  const [started, release] = [meeting(), meeting()];
  const ranAt: number[] = [];
  const queue = await startTestQueue(t, job, async () => {
    ranAt.push(Date.now());
    started.meet();
    await release.met;
  });
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'a' });
  await started.met;
  await Promise.all(Array.from({ length: 20 }, () => queue.producer.enqueue(queue.name, { id: 'a' })));
  t.deepEqual(await countsOf(queue), { waiting: 0, active: 1, delayed: 0, failed: 0 });
  const releasedAt = Date.now();
  release.meet();
  await waitUntil(() => isIdle(queue), 'the second run is over');
  t.is(ranAt.length, 2);
  t.true((ranAt[1] ?? 0) - releasedAt >= DELAY_MS - 5);
  await queue.producer.enqueue(queue.name, { id: 'a' });
  await waitUntil(() => ranAt.length === 3, 'a finished key can be signalled again');
});

test('the run that was asked for during a failing run happens too', async (t) => {
  const [started, release] = [meeting(), meeting()];
  let runs = 0;
  const queue = await startTestQueue(t, job, async () => {
    runs += 1;
    started.meet();
    await release.met;
    if (runs === 1) throw new Error('not today');
  });
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'a' });
  await started.met;
  await queue.producer.enqueue(queue.name, { id: 'a' });
  release.meet();
  await waitUntil(() => runs === 2, 'it ran again');
  await waitUntil(() => isIdle(queue), 'it is over');
  t.is((await countsOf(queue))?.failed, 1);
});

test('keys do not wait for each other, and a delay may be chosen per signal', async (t) => {
  const release = meeting();
  const ran: string[] = [];
  const queue = await startTestQueue(t, job, async (payload) => {
    const { id } = payload as { id: string };
    ran.push(id);
    if (id === 'slow') await release.met;
  });
  await queue.consumer.start();
  await queue.producer.enqueue(queue.name, { id: 'late' }, { delayMs: 3_600_000 });
  await queue.producer.enqueue(queue.name, { id: 'slow' }, { delayMs: 0 });
  await queue.producer.enqueue(queue.name, { id: 'fast' });
  await waitUntil(() => ran.includes('fast'), 'the other key ran meanwhile');
  t.deepEqual(ran, ['slow', 'fast']);
  release.meet();
  await waitUntil(async () => (await countsOf(queue))?.active === 0, 'nothing runs');
  t.like(await countsOf(queue), { waiting: 0, delayed: 1 });
});

test('two processes that signal one key at the same time make one job', async (t) => {
  const queue = await startTestQueue(t, job, () => Promise.resolve());
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => queue.producer.enqueue(queue.name, { id: `${index % 2}` })),
  );
  t.is(await countUnstarted(queue), 2);
});
