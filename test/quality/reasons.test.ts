import test from 'ava';
import { measureReasons } from '../../scripts/quality/measure.ts';
import { explainByStrengths, recompose } from '../../scripts/quality/reasons.ts';

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
  const reasons = ['GRAPH_FRAUD_NEIGHBOR', 'GRAPH_FRAUD_SIMILARITY'];
  const explanation = explainByStrengths({ score: 97.5, contributions, reasons }, 50);
  t.like(explanation, { whole: 97.5, threshold: 50 });
  t.true(isAbout(explanation?.withoutFirst, compose(0.5, 0.6, 0.9)));
  t.true(isAbout(explanation?.withoutEvidence, compose(0, 0.6, 0)));
  t.true(isAbout(explanation?.withoutAll, compose(0, 0.6, 0.9)));
});

test('without strengths nothing is explained', (t) => {
  const flagged = { score: 85, contributions: { ...WEIGHTS, graphScore: 85 }, reasons: ['GRAPH_FRAUD_NEIGHBOR'] };
  t.is(explainByStrengths(flagged, 50), undefined);
});

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

/** A flagged event of the default profile; its score is that of these strengths unless another is told. */
function byStrengths(strengths: Record<string, number>, reasons: string[], score?: number) {
  const contributions = {
    ...WEIGHTS,
    ...Object.fromEntries(Object.entries(strengths).map(([reason, strength]) => [`strength.${reason}`, strength])),
  };
  const whole = score ?? recompose(contributions, []);
  return { ...scored, score: whole, flagged: { score: whole, contributions, reasons } };
}

test('shares are of the flagged scores that are explained', (t) => {
  const burst = { VELOCITY_BURST: 0.8 };
  const events = [
    byStrengths(burst, ['VELOCITY_BURST']),
    // One outcome, told twice: without either the other still carries the score.
    byStrengths({ GRAPH_FRAUD_NEIGHBOR: 0.6, GRAPH_FRAUD_SIMILARITY: 0.6 }, [
      'GRAPH_FRAUD_NEIGHBOR',
      'GRAPH_FRAUD_SIMILARITY',
    ]),
    // Two bursts of their own.
    byStrengths({ VELOCITY_BURST: 0.6, VELOCITY_AMOUNT_SPIKE: 0.6 }, ['VELOCITY_AMOUNT_SPIKE', 'VELOCITY_BURST']),
    // What was named does not carry it.
    byStrengths({ ...burst, HIGH_RISK_INDICATOR: 0.1 }, ['HIGH_RISK_INDICATOR'], 60),
    { ...scored, score: 49 },
  ];
  t.deepEqual(measureReasons(events), {
    flagged: 4,
    withoutFirst: 0.25,
    withoutEvidence: 0.5,
    withoutAll: 0.75,
    notRecomposed: 1,
  });
  t.is(measureReasons([{ ...scored, score: 90 }]), undefined);
});

/** An event that a model scored. */
function byModel(version: number, logOdds: number, parts: Record<string, number> = {}, reasons: string[] = []) {
  const named = Object.fromEntries(Object.entries(parts).map(([feature, value]) => [`adaptive.${feature}`, value]));
  const contributions = { ...WEIGHTS, scoringProfile: 'adaptive', ...named };
  const isFlagged = reasons.length > 0;
  return {
    ...scored,
    score: isFlagged ? 60 : 10,
    model: { version, logOdds },
    ...(isFlagged && { flagged: { score: 60, contributions, reasons } }),
  };
}

test('what a model flagged is explained by its log-odds, against those that its version let pass', (t) => {
  const passed = [byModel(1, -1), byModel(1, 0.5), byModel(2, 3)];
  const parts = { base: -2, deviceFraudRate: 3, deviceConfirmedFraud: 1, amountZScore: 1, others: -0.5 };
  const reasons = ['HIGH_RISK_INDICATOR', 'CONFIRMED_FRAUD_INDICATOR', 'VELOCITY_AMOUNT_SPIKE'];
  t.deepEqual(measureReasons([...passed, byModel(1, 2.5, parts, reasons)]), {
    ...{ flagged: 1, withoutFirst: 1, withoutEvidence: 1, withoutAll: 1, notRecomposed: 0 },
  });
  // 2.5 less 1 is still over the 0.5 that passed; with the rest of what fraud on a device says, it is not.
  const otherwise = ['CONFIRMED_FRAUD_INDICATOR', 'HIGH_RISK_INDICATOR'];
  t.like(measureReasons([...passed, byModel(1, 2.5, parts, otherwise)]), { withoutFirst: 0, withoutEvidence: 1 });
  t.like(measureReasons([...passed, byModel(1, 3, parts, ['VELOCITY_AMOUNT_SPIKE'])]), {
    ...{ withoutFirst: 0, withoutEvidence: 0, notRecomposed: 1 },
  });
});

test('what stands for the default score belongs to what the default profile names first', (t) => {
  const flagged = byModel(1, 2, { base: 0, defaultScore: 2 }, ['VELOCITY_BURST']);
  const contributions = { ...flagged.flagged!.contributions, 'strength.VELOCITY_BURST': 0.7 };
  const other = { ...contributions, 'strength.GRAPH_FRAUD_NEIGHBOR': 0.7 };
  const measure = (told: Record<string, number | string>) =>
    measureReasons([byModel(1, 1), { ...flagged, flagged: { ...flagged.flagged!, contributions: told } }]);
  t.is(measure(contributions)?.withoutFirst, 1);
  t.is(measure(other)?.withoutFirst, 0);
});

test('what the model let pass and the default profile would block is explained by its strengths', (t) => {
  const guarded = byModel(1, -3, {}, ['VELOCITY_BURST']);
  const contributions = { ...guarded.flagged!.contributions, defaultScore: 87.53, 'strength.VELOCITY_BURST': 0.8623 };
  const measured = measureReasons([byModel(1, 1), { ...guarded, flagged: { ...guarded.flagged!, contributions } }]);
  t.deepEqual(measured, { flagged: 1, withoutFirst: 1, withoutEvidence: 1, withoutAll: 1, notRecomposed: 0 });
});
