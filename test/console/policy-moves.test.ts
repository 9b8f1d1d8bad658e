import fc from 'fast-check';
import test from 'ava';
import { countMoves } from '../../console/src/screens/policy/count-moves.ts';

const HYBRID = { review: 50, block: 80, policyMode: 'hybrid' } as const;

/** A hundred buckets, of which some hold something. */
function bucketsWith(held: Readonly<Record<number, { allow?: number; review?: number; block?: number }>>) {
  return Array.from({ length: 100 }, (_, from) => {
    const { allow = 0, review = 0, block = 0 } = held[from] ?? {};
    return { from, to: from + 1, count: allow + review + block, allow, review, block };
  });
}

test('a lower threshold moves what lies between it and the old one', (t) => {
  const buckets = bucketsWith({ 10: { allow: 100 }, 45: { allow: 7 }, 49: { allow: 1, review: 2 }, 50: { review: 9 } });
  const { total, moves, isEstimate } = countMoves(buckets, HYBRID, { ...HYBRID, review: 45 });
  t.is(total, 119);
  t.deepEqual(moves, [{ from: 'allow', to: 'review', count: 8 }], 'two were in review by a guard already');
  t.false(isEstimate);
});

test('a higher threshold lets pass what it alone had reviewed', (t) => {
  const buckets = bucketsWith({ 20: { review: 3 }, 55: { review: 4, block: 1 }, 85: { block: 6 } });
  t.deepEqual(countMoves(buckets, HYBRID, { ...HYBRID, review: 60, block: 90 }).moves, [
    { from: 'review', to: 'allow', count: 4 },
    { from: 'block', to: 'review', count: 6 },
  ]);
});

test('a mode bounds what is answered, whoever asked for it', (t) => {
  const buckets = bucketsWith({ 20: { allow: 5, review: 3 }, 85: { block: 6 } });
  t.deepEqual(countMoves(buckets, HYBRID, { ...HYBRID, policyMode: 'shadow' }).moves, [
    { from: 'review', to: 'allow', count: 3 },
    { from: 'block', to: 'allow', count: 6 },
  ]);
  t.deepEqual(countMoves(buckets, HYBRID, { ...HYBRID, policyMode: 'advisory' }).moves, [
    { from: 'block', to: 'review', count: 6 },
  ]);
});

test('a milder mode and a lower threshold at once', (t) => {
  const buckets = bucketsWith({ 45: { allow: 4 }, 85: { block: 6 } });
  t.deepEqual(countMoves(buckets, HYBRID, { review: 40, block: 80, policyMode: 'advisory' }).moves, [
    { from: 'allow', to: 'review', count: 4 },
    { from: 'block', to: 'review', count: 6 },
  ]);
});

test('leaving shadow mode counts what is allowed only because of it', (t) => {
  const buckets = bucketsWith({ 20: { allow: 5 }, 55: { allow: 4 }, 85: { allow: 6 } });
  t.deepEqual(countMoves(buckets, { ...HYBRID, policyMode: 'shadow' }, HYBRID).moves, [
    { from: 'allow', to: 'review', count: 4 },
    { from: 'allow', to: 'block', count: 6 },
  ]);
});

test('of a bucket that a threshold lies within a share is taken, and said to be an estimate', (t) => {
  const buckets = [{ from: 40, to: 50, count: 10, allow: 10, review: 0, block: 0 }];
  const { moves, isEstimate } = countMoves(buckets, HYBRID, { ...HYBRID, review: 46 });
  t.deepEqual(moves, [{ from: 'allow', to: 'review', count: 4 }]);
  t.true(isEstimate);
});

test('nothing moves without a change, and never more than there is', (t) => {
  const held = fc.record({ allow: fc.nat(50), review: fc.nat(50), block: fc.nat(50) });
  const policy = fc.record({
    review: fc.integer({ min: 1, max: 60 }),
    block: fc.integer({ min: 61, max: 100 }),
    policyMode: fc.constantFrom('hybrid' as const, 'advisory' as const, 'shadow' as const),
  });
  fc.assert(
    fc.property(fc.dictionary(fc.integer({ min: 0, max: 99 }).map(String), held), policy, policy, (by, one, other) => {
      const { total, moves } = countMoves(bucketsWith(by), one, other);
      t.true(moves.reduce((sum, { count }) => sum + count, 0) <= total);
      t.deepEqual(countMoves(bucketsWith(by), one, one).moves, []);
    }),
  );
});
