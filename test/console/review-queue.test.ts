import test from 'ava';
import fc from 'fast-check';
import { planQueue, type Stretch } from '../../console/src/screens/reviews/plan-queue.ts';
import { findPlace, stepThrough } from '../../console/src/screens/reviews/step-through.ts';

const STRETCHES: Stretch[] = [
  { status: 'escalated', oldestFirst: true },
  { status: 'open', oldestFirst: true },
  { status: 'closed', oldestFirst: false },
];

/** What the API answers: pages that begin with the latest case, here the one with the highest number. */
function readPart(total: number, limit: number, apiPages: readonly number[]): number[] {
  const latestFirst = Array.from({ length: total }, (_, index) => total - index);
  return apiPages.flatMap((page) => latestFirst.slice((page - 1) * limit, page * limit));
}

test('the pages of a queue, put together, are every case once and in order', (t) => {
  const total = fc.integer({ min: 0, max: 70 });
  fc.assert(
    fc.property(fc.tuple(total, total, total), fc.integer({ min: 1, max: 25 }), (totals, limit) => {
      const pages = Math.ceil(totals.reduce((sum, count) => sum + count, 0) / limit);
      const listed = Array.from({ length: pages }, (_, index) => {
        const parts = planQueue(STRETCHES, totals, index + 1, limit);
        return parts.flatMap(({ stretch, apiPages, from, to }, at) => {
          t.true(apiPages.length <= 2);
          const cut = readPart(totals[at] ?? 0, limit, apiPages).slice(from, to);
          return (stretch.oldestFirst ? cut.reverse() : cut).map((number) => `${stretch.status}-${number}`);
        });
      });
      t.true(listed.slice(0, -1).every((page) => page.length === limit));
      t.deepEqual(listed.flat(), [
        ...Array.from({ length: totals[0] }, (_, index) => `escalated-${index + 1}`),
        ...Array.from({ length: totals[1] }, (_, index) => `open-${index + 1}`),
        ...Array.from({ length: totals[2] }, (_, index) => `closed-${totals[2] - index}`),
      ]);
    }),
    { numRuns: 200 },
  );
});

test('a page after the last one asks for nothing', (t) => {
  t.true(planQueue(STRETCHES, [3, 0, 1], 2, 20).every(({ apiPages }) => apiPages.length === 0));
});

const row = (id: string, status: 'open' | 'in_review' = 'open') => ({ id, status });

test('the next case follows the open one, also when others have come before it', (t) => {
  const place = findPlace([row('a'), row('b')], 'a');
  t.is(stepThrough([row('new'), row('a'), row('b')], place, 1)?.id, 'b');
  t.is(stepThrough([row('new'), row('a'), row('b')], place, -1)?.id, 'new');
  t.is(stepThrough([row('b'), row('a')], place, 1), undefined);
});

test('the next case after one that was moved is the one that took its place', (t) => {
  const place = findPlace([row('a'), row('b'), row('c')], 'b');
  t.is(stepThrough([row('a'), row('c'), row('b', 'in_review')], place, 1)?.id, 'c');
  t.is(stepThrough([row('a'), row('c')], place, 1)?.id, 'c');
  t.is(stepThrough([row('a'), row('c')], place, -1)?.id, 'a');
  t.is(stepThrough([row('a')], place, 1)?.id, 'a');
  t.is(stepThrough([row('b', 'in_review')], findPlace([row('b')], 'b'), 1), undefined);
});

test('without an open case one begins at the nearer end', (t) => {
  t.is(stepThrough([row('a'), row('b')], undefined, 1)?.id, 'a');
  t.is(stepThrough([row('a'), row('b')], undefined, -1)?.id, 'b');
});
