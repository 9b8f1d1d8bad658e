import test from 'ava';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '../../platform/batcher.ts';
import { TimeoutError } from '../../platform/with-timeout.ts';

/** A batcher whose batches stay under way until they are let go. */
function createHeld(options: { size: number; concurrency: number; patienceMs?: number }) {
  const batches: { key: string; items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const batcher = createBatcher<number, string>({
    perform: (key, items) =>
      new Promise((resolve, reject) => {
        batches.push({ key, items, finish: () => resolve(items.map((item) => `${key}${item}`)), fail: reject });
      }),
    ...options,
  });
  return { batches, batcher };
}

/** Batches begin in the next turn of the event loop, of which the first may have begun before they were asked for. */
async function turn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

test('items of one moment go together, those of another key apart', async (t) => {
  const { batches, batcher } = createHeld({ size: 8, concurrency: 1 });
  const answers = [batcher.run('a', 1), batcher.run('b', 2), batcher.run('a', 3)];
  await turn();
  t.deepEqual(
    batches.map(({ key, items }) => [key, items]),
    [
      ['a', [1, 3]],
      ['b', [2]],
    ],
  );
  for (const { finish } of batches) finish();
  t.deepEqual(await Promise.all(answers), ['a1', 'b2', 'a3']);
});

test('while enough batches are under way, items gather for the next', async (t) => {
  const { batches, batcher } = createHeld({ size: 2, concurrency: 2 });
  const answers = [1, 2, 3, 4, 5, 6, 7].map((item) => batcher.run('a', item));
  await turn();
  t.deepEqual(
    batches.map(({ items }) => items),
    [
      [1, 2],
      [3, 4],
    ],
  );
  batches[1]?.finish();
  await turn();
  t.deepEqual(batches[2]?.items, [5, 6]);
  batches[0]?.finish();
  await turn();
  t.deepEqual(batches[3]?.items, [7]);
  for (const { finish } of batches) finish();
  t.deepEqual(await Promise.all(answers), ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
});

test('what comes after a batch has begun is no part of it', async (t) => {
  const { batches, batcher } = createHeld({ size: 8, concurrency: 1 });
  const first = batcher.run('a', 1);
  await turn();
  const second = batcher.run('a', 2);
  batches[0]?.finish();
  t.is(await first, 'a1');
  await turn();
  t.deepEqual(batches[1]?.items, [2]);
  batches[1]?.finish();
  t.is(await second, 'a2');
});

test('a batch that fails fails for all of it, and the next one is done all the same', async (t) => {
  const { batches, batcher } = createHeld({ size: 2, concurrency: 1 });
  const answers = [1, 2, 3].map((item) => batcher.run('a', item));
  await turn();
  const failed = Promise.all(answers.slice(0, 2).map((answer) => t.throwsAsync(answer, { message: 'broken' })));
  batches[0]?.fail(new Error('broken'));
  await failed;
  await turn();
  batches[1]?.finish();
  t.is(await answers[2], 'a3');
});

test('results may fail one by one', async (t) => {
  const batcher = createBatcher<number, number>({
    perform: (_key, items) =>
      Promise.resolve(items.map((item) => (item === 2 ? Promise.reject(new Error('this one')) : item))),
    size: 8,
    concurrency: 1,
  });
  const [one, two] = [batcher.run('a', 1), batcher.run('a', 2)];
  await t.throwsAsync(two, { message: 'this one' });
  t.is(await one, 1);
});

test('who has waited too long is told so, and takes no place', async (t) => {
  const { batches, batcher } = createHeld({ size: 8, concurrency: 1, patienceMs: 50 });
  const first = batcher.run('a', 1);
  await turn();
  const late = batcher.run('a', 2);
  const refused = t.throwsAsync(late, { instanceOf: TimeoutError });
  await sleep(80);
  const patient = batcher.run('a', 3);
  batches[0]?.finish();
  await first;
  await refused;
  await turn();
  t.deepEqual(batches[1]?.items, [3]);
  batches[1]?.finish();
  t.is(await patient, 'a3');
});
