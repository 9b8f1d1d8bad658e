import test from 'ava';
import fc from 'fast-check';
import { calibrate } from '../../scripts/quality/calibration.ts';
import { averagePrecision, groupTies, measureRanking, recallAt } from '../../scripts/quality/metrics.ts';
import { precisionRecall } from '../../scripts/quality/svg.ts';

const close = (one: number, other: number) => Math.abs(one - other) < 1e-12;

test('scores without ties, by hand: fraud on places 1, 3 and 4 of 5', (t) => {
  const groups = groupTies([90, 10, 50, 70, 60], [1, 0, 1, 0, 1]);
  const { auc, averagePrecision: precision, precisionAt100 } = measureRanking(groups);
  // Of the six pairs of a fraud and a legitimate event, the fraud is ahead in 2 + 1 + 1.
  t.true(close(auc, 4 / 6));
  t.true(close(precision, (1 / 1 + 2 / 3 + 3 / 4) / 3));
  t.true(close(precisionAt100, 3 / 5));
  t.true(close(recallAt(groups, 3), 2 / 3));
});

test('ties count by their mean, by hand', (t) => {
  // 80: a fraud and a legitimate event in either order; 20: a fraud.
  const groups = groupTies([80, 80, 20], [1, 0, 1]);
  const { auc, averagePrecision: precision } = measureRanking(groups);
  t.true(close(auc, (0.5 + 0) / 2));
  t.true(close(precision, ((1 + 2 / 3) / 2 + (1 / 2 + 2 / 3) / 2) / 2));
  t.true(close(recallAt(groups, 1), 0.25));
});

test('one score for all says nothing', (t) => {
  const labels = Array.from({ length: 200 }, (_, index) => Number(index % 10 === 0));
  const ranking = measureRanking(
    groupTies(
      labels.map(() => 42),
      labels,
    ),
  );
  t.true(close(ranking.auc, 0.5));
  t.true(close(ranking.recallAt1Percent, 0.01));
  t.true(close(ranking.recallAt5Percent, 0.05));
  t.true(close(ranking.precisionAt100, 0.1));
});

test('without any fraud there is nothing to measure', (t) => {
  const ranking = measureRanking(groupTies([3, 2, 1], [0, 0, 0]));
  t.true(Number.isNaN(ranking.auc));
  t.true(Number.isNaN(ranking.averagePrecision));
  t.deepEqual(precisionRecall(groupTies([3, 2, 1], [0, 0, 0])), []);
});

test('average precision with ties is the mean over all orders of equal scores', (t) => {
  const events = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 1 })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(events, (drawn) => {
      fc.pre(drawn.some(([, label]) => label === 1));
      const orders = permute(drawn).filter((order) => order.every(([score], i) => score <= (order[i - 1]?.[0] ?? 9)));
      const mean = orders.reduce((sum, order) => sum + precisionInOrder(order), 0) / orders.length;
      const groups = groupTies(
        drawn.map(([score]) => score),
        drawn.map(([, label]) => label),
      );
      return close(averagePrecision(groups), mean);
    }),
  );
  t.pass();
});

type Drawn = [score: number, label: number];

function permute(items: Drawn[]): Drawn[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permute(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

function precisionInOrder(order: readonly Drawn[]): number {
  let frauds = 0;
  let sum = 0;
  order.forEach(([, label], index) => {
    frauds += label;
    if (label === 1) sum += frauds / (index + 1);
  });
  return sum / frauds;
}

test('ten bins of equal width, of which the last one holds 100', (t) => {
  const bins = calibrate([
    { score: 0, label: 0 },
    { score: 9.99, label: 1 },
    { score: 10, label: 0 },
    { score: 100, label: 1 },
  ]);
  t.is(bins.length, 10);
  t.like(bins[0], { from: 0, to: 10, count: 2, meanScore: 4.995, fraudRate: 0.5 });
  t.like(bins[1], { count: 1, meanScore: 10, fraudRate: 0 });
  t.like(bins[9], { from: 90, to: 100, count: 1, meanScore: 100, fraudRate: 1 });
  t.is(bins[5]?.count, 0);
});

test('precision and recall down to each score', (t) => {
  t.deepEqual(precisionRecall(groupTies([80, 80, 20], [1, 0, 1])), [
    { x: 0.5, y: 0.5 },
    { x: 1, y: 2 / 3 },
  ]);
});
