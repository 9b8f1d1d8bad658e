import test from 'ava';
import { measureReasons } from '../../scripts/quality/measure.ts';
import { explain, recompose } from '../../scripts/quality/reasons.ts';

const WEIGHTS = { graphWeight: 0.45, velocityWeight: 0.35, indicatorWeight: 0.2 };

const contributions = {
  ...WEIGHTS,
  scoringProfile: 'default',
  graphScore: 85,
  'strength.GRAPH_FRAUD_NEIGHBOR': 0.7,
  'strength.GRAPH_FRAUD_SIMILARITY': 0.5,
  'strength.VELOCITY_BURST': 0.6,
  'strength.CONFIRMED_FRAUD_INDICATOR': 0.9,
};

/** The composition of docs/scoring.md, by hand. */
const compose = (graph: number, velocity: number, indicator: number) =>
  100 * (1 - (1 - graph) ** 1.35 * (1 - velocity) ** 1.05 * (1 - indicator) ** 0.6);
const isAbout = (one: number | undefined, other: number) => Math.abs((one ?? NaN) - other) < 0.01;

test('evidence is removed from the part it belongs to', (t) => {
  t.true(isAbout(recompose(contributions, []), compose(0.85, 0.6, 0.9)));
  t.true(isAbout(recompose(contributions, ['GRAPH_FRAUD_NEIGHBOR']), compose(0.5, 0.6, 0.9)));
  t.true(isAbout(recompose(contributions, ['VELOCITY_BURST']), compose(0.85, 0, 0.9)));
  t.true(isAbout(recompose(contributions, ['CONFIRMED_FRAUD_INDICATOR']), compose(0.85, 0.6, 0)));
  const all = ['GRAPH_FRAUD_NEIGHBOR', 'GRAPH_FRAUD_SIMILARITY', 'VELOCITY_BURST', 'CONFIRMED_FRAUD_INDICATOR'];
  t.is(recompose(contributions, all), 0);
});

test('an explanation looks at the first reason, at what it rests on, and at all of them', (t) => {
  const explanation = explain(contributions, ['GRAPH_FRAUD_NEIGHBOR', 'GRAPH_FRAUD_SIMILARITY']);
  t.true(isAbout(explanation?.withoutFirst, compose(0.5, 0.6, 0.9)));
  t.true(isAbout(explanation?.withoutEvidence, compose(0, 0.6, 0)));
  t.true(isAbout(explanation?.withoutAll, compose(0, 0.6, 0.9)));
});

test('without strengths nothing is explained', (t) => {
  t.is(explain({ ...WEIGHTS, graphScore: 85 }, ['GRAPH_FRAUD_NEIGHBOR']), undefined);
});

test('shares are of the flagged scores that are explained', (t) => {
  const scored = {
    id: 'e',
    label: 1,
    defaultScore: 0,
    graph: 0,
    velocity: 0,
    indicator: 0,
    action: 'block',
    split: 'all',
  } as const;
  const flagged = (
    score: number,
    recomposed: number,
    withoutFirst: number,
    withoutEvidence: number,
    withoutAll: number,
  ) => ({
    ...scored,
    score,
    explanation: { recomposed, withoutFirst, withoutEvidence, withoutAll },
  });
  const events = [
    flagged(80, 80, 20, 20, 20),
    flagged(80, 80, 49.99, 10, 0),
    flagged(70, 70, 50, 30, 10),
    flagged(60, 58, 55, 55, 52),
    { ...scored, score: 49 },
  ];
  t.deepEqual(measureReasons(events), {
    flagged: 4,
    withoutFirst: 0.5,
    withoutEvidence: 0.75,
    withoutAll: 0.75,
    notRecomposed: 1,
  });
  t.is(measureReasons([{ ...scored, score: 90 }]), undefined);
});
