import test from 'ava';
import { runInOrder } from '../../scripts/demo/run-in-order.ts';

interface Item {
  name: string;
  keys: readonly string[];
  barrier?: boolean;
}

/** Notes when items begin and end; each takes a few turns of the event loop. */
function recorder() {
  const notes: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const run = async ({ name }: Item) => {
    notes.push(`${name}+`);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    atOnce -= 1;
    notes.push(`${name}-`);
  };
  return { notes, run, mostAtOnce: () => mostAtOnce };
}

const options = {
  concurrency: 3,
  keysOf: ({ keys }: Item) => keys,
  isBarrier: ({ barrier = false }: Item) => barrier,
};

test('items that share a key run one after the other, others at the same time', async (t) => {
  const { notes, run } = recorder();
  const items = [
    { name: 'a', keys: ['ada'] },
    { name: 'b', keys: ['ada', 'phone'] },
    { name: 'c', keys: ['bea'] },
    { name: 'd', keys: ['phone'] },
  ];
  await runInOrder<Item>(items, { ...options, run });
  t.true(notes.indexOf('a-') < notes.indexOf('b+'));
  t.true(notes.indexOf('b-') < notes.indexOf('d+'));
  t.true(notes.indexOf('c+') < notes.indexOf('a-'));
});

test('a barrier stands alone', async (t) => {
  const { notes, run } = recorder();
  const items = [
    { name: 'a', keys: ['ada'] },
    { name: 'label', keys: [], barrier: true },
    { name: 'b', keys: ['bea'] },
  ];
  await runInOrder<Item>(items, { ...options, run });
  t.deepEqual(notes, ['a+', 'a-', 'label+', 'label-', 'b+', 'b-']);
});

test('no more run at once than allowed', async (t) => {
  const { run, mostAtOnce } = recorder();
  const items = Array.from({ length: 20 }, (_, index) => ({ name: String(index), keys: [String(index)] }));
  await runInOrder<Item>(items, { ...options, run });
  t.is(mostAtOnce(), 3);
});

test('the first failure ends the run', async (t) => {
  const { notes, run } = recorder();
  const items = ['a', 'bad', 'c', 'd', 'e', 'f'].map((name) => ({ name, keys: ['same'] }));
  const failing = (item: Item) => (item.name === 'bad' ? Promise.reject(new Error('refused')) : run(item));
  await t.throwsAsync(runInOrder<Item>(items, { ...options, run: failing }), { message: 'refused' });
  t.false(notes.includes('f+'));
});
