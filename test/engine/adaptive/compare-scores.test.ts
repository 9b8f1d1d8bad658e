import test from 'ava';
import {
  compareScores,
  isWorthUsing,
  LEAST_FRAUDS_COMPARED,
  type Comparison,
  type ScoredOutcome,
} from '../../../engine/adaptive/compare-scores.ts';

const fraud = (defaultScore: number, adaptiveScore: number): ScoredOutcome => ({
  ...{ isFraud: true, defaultScore, adaptiveScore },
});
const legitimate = (defaultScore: number, adaptiveScore: number): ScoredOutcome => ({
  ...{ isFraud: false, defaultScore, adaptiveScore },
});
/** As if the default profile had said what the model said. */
const swap = (outcomes: readonly ScoredOutcome[]) =>
  outcomes.map(({ isFraud, defaultScore, adaptiveScore }) => ({
    ...{ isFraud, defaultScore: adaptiveScore, adaptiveScore: defaultScore },
  }));
const times = (count: number, outcome: ScoredOutcome) => Array.from({ length: count }, () => outcome);

test('average precision and the lead in standard errors are those worked out by hand', (t) => {
  // By default: fraud, legitimate, fraud, legitimate: 1 and 2/3. Adaptive: both frauds first: 1 and 1.
  const outcomes = [fraud(90, 95), legitimate(80, 10), fraud(70, 85), legitimate(60, 20)];
  const { frauds, legitimate: others, ...figures } = compareScores(outcomes);
  t.deepEqual([frauds, others], [2, 2]);
  t.is(figures.defaultPrecision, (1 + 2 / 3) / 2);
  t.is(figures.adaptivePrecision, 1);
  // Differences 0 and 1/3: mean 1/6, standard error √(1/18 / 2) = 1/6.
  t.true(Math.abs(figures.zScore - 1) < 1e-12);
});

test('equal scores are one rank, in whichever order the outcomes came', (t) => {
  // At 50 one of two is fraud, at 10 two of four.
  const outcomes = [legitimate(50, 1), fraud(50, 1), fraud(10, 1), legitimate(10, 1)];
  for (const rows of [outcomes, outcomes.toReversed()]) {
    const { defaultPrecision, adaptivePrecision, zScore } = compareScores(rows);
    t.deepEqual([defaultPrecision, adaptivePrecision, zScore], [0.5, 0.5, 0]);
  }
});

test('a score that gives no fraud away is worth the share of fraud', (t) => {
  const { adaptivePrecision } = compareScores([...times(3, fraud(0, 7)), ...times(9, legitimate(0, 7))]);
  t.is(adaptivePrecision, 0.25);
});

test('what scores the other way round leads by as much as it was behind', (t) => {
  const outcomes = [fraud(90, 95), legitimate(80, 10), fraud(70, 85), legitimate(60, 20)];
  const [one, other] = [compareScores(outcomes), compareScores(swap(outcomes))];
  t.true(one.zScore > 0);
  t.is(one.zScore, -other.zScore);
  t.is(one.defaultPrecision, other.adaptivePrecision);
});

test('a lead that is the same for each fraud is a lead, as is one of a single fraud, and none is none', (t) => {
  const leading = [...times(20, fraud(50, 90)), ...times(20, legitimate(50, 10))];
  t.true(isWorthUsing(false, compareScores(leading)));
  t.false(isWorthUsing(true, compareScores(swap(leading))));
  t.true(compareScores([fraud(50, 90), legitimate(50, 10)]).zScore > 0);
  t.is(compareScores(times(20, fraud(50, 50))).zScore, 0);
});

test('without frauds, or without anything, nothing leads', (t) => {
  for (const outcomes of [[], times(30, legitimate(10, 20))]) {
    const comparison = compareScores(outcomes);
    t.like(comparison, { frauds: 0, defaultPrecision: 0, adaptivePrecision: 0, zScore: 0 });
    t.false(isWorthUsing(false, comparison));
  }
});

test('a model is used from a lead of two standard errors on, and until it is as far behind', (t) => {
  const comparison: Comparison = {
    frauds: LEAST_FRAUDS_COMPARED,
    legitimate: 1,
    defaultPrecision: 0.5,
    adaptivePrecision: 0.5,
    zScore: 0,
  };
  const decide = (isUsed: boolean, changes: Partial<Comparison>) => isWorthUsing(isUsed, { ...comparison, ...changes });
  t.false(decide(false, { zScore: 1.999 }));
  t.true(decide(false, { zScore: 2 }));
  t.true(decide(true, { zScore: -1.999 }));
  t.false(decide(true, { zScore: -2 }));
  // Whatever the lead, too few frauds or nothing to tell them from prove nothing.
  for (const isUsed of [false, true]) {
    for (const zScore of [9, -9]) {
      t.is(decide(isUsed, { zScore, frauds: LEAST_FRAUDS_COMPARED - 1 }), isUsed);
      t.is(decide(isUsed, { zScore, legitimate: 0 }), isUsed);
    }
  }
});
