import test from 'ava';
import fc from 'fast-check';
import { applyModel, type CurrentModel } from '../../../engine/adaptive/apply-model.ts';
import type { Tree } from '../../../engine/adaptive/scoring-model.ts';
import type { Verdict } from '../../../engine/assess.ts';
import { DEFAULT_POLICY, decideAction, type PolicySettings } from '../../../engine/policy.ts';
import type { ScoringProfile } from '../../../engine/vocabulary.ts';
import { anyPolicy } from '../../support/policies.ts';
import { makeModel, stump } from './models.ts';

/** What the default profile said. */
function makeVerdict(riskScore: number, contributions: Verdict['featureContributions'] = {}): Verdict {
  return {
    riskScore,
    action: 'allow',
    recommendedAction: 'allow',
    policyMode: 'hybrid',
    riskLevel: 'low',
    reasonCodes: ['GRAPH_SHARED_INDICATORS'],
    featureContributions: {
      scoringProfile: 'default',
      contagionGuard: false,
      graphScore: 10,
      velocityScore: 20,
      indicatorScore: 30,
      ...contributions,
    },
    engineVersion: 'test',
  };
}

interface Options {
  policy?: PolicySettings;
  profile?: ScoringProfile;
  isUsed?: boolean;
  amountMinor?: number | null;
}

function apply(verdict: Verdict, trees: Tree[], base: number, options: Options = {}): Verdict {
  const { policy = DEFAULT_POLICY, profile = 'adaptive', isUsed = true, amountMinor = null } = options;
  const current: CurrentModel = { model: makeModel(trees, base), version: 3, isUsed };
  return applyModel(verdict, { amountMinor }, { policy, profile, current });
}

const thresholds = (review: number, block: number): PolicySettings => ({
  ...DEFAULT_POLICY,
  thresholds: { review, block },
});

test('a model in use decides score, level, action and recommendation', (t) => {
  // 0.9 is above 0.5: -1 + 2 log-odds, a score of 60.
  const verdict = makeVerdict(12, { deviceFraudRate: 0.9 });
  const adaptive = apply(verdict, [stump('deviceFraudRate', 0.5, -2, 2)], -1, { policy: thresholds(20, 60) });
  t.like(adaptive, { riskScore: 60, riskLevel: 'high', action: 'block', recommendedAction: 'review' });
  t.like(adaptive.featureContributions, {
    scoringProfile: 'adaptive',
    defaultScore: 12,
    adaptiveScore: 60,
    modelVersion: 3,
    deviceFraudRate: 0.9,
    'adaptive.deviceFraudRate': 2,
    'adaptive.others': 0,
    'adaptive.base': -1,
    adaptiveLogOdds: 1,
  });
  t.like(apply(verdict, [stump('deviceFraudRate', 0.95, -2, 2)], -1), { riskScore: 20, riskLevel: 'low' });
});

test('it looks at the default score and the amount, and at what is missing as training saw it', (t) => {
  const score = (tree: Tree, amountMinor: number | null) =>
    apply(makeVerdict(40), [tree], 0, { amountMinor }).riskScore;
  t.is(score(stump('defaultScore', 39, -1, 1), null), 60);
  t.is(score(stump('defaultScore', 40, -1, 1), null), 40);
  t.is(score(stump('amountMinor', 500, -1, 1), 501), 60);
  t.is(score(stump('amountMinor', 500, -1, 1, 1), null), 40);
  t.is(score(stump('amountMinor', 500, -1, 1, 0), null), 60);
  t.is(score(stump('ipFraudRate', 0.5, -1, 1, 0), null), 60);
});

test('the eight largest contributions are named, and all add up to the log-odds', (t) => {
  const names = ['device', 'ip', 'email', 'phone', 'payment', 'cardBin', 'address', 'user'];
  const features = [...names.map((name) => `${name}FraudRate`), 'deviceEvents1h', 'ipEvents1h', 'userEvents1h'];
  // In this order, each moves the log-odds by less than the one before, every other one downwards.
  const trees = features.map((feature, at) => stump(feature, 0.5, 0, (at % 2 === 0 ? 1 : -1) / (at + 3)));
  const verdict = makeVerdict(12, Object.fromEntries(features.map((feature) => [feature, 1])));
  const { featureContributions: contributions } = apply(verdict, trees, 0.25);
  const shown = Object.entries(contributions).filter(([name]) => name.startsWith('adaptive.'));
  t.deepEqual(
    shown.map(([name]) => name),
    [...features.slice(0, 8), 'others', 'base'].map((name) => `adaptive.${name}`),
  );
  const logOdds = contributions['adaptiveLogOdds'] as number;
  // Each is rounded to four decimals.
  t.true(Math.abs(shown.reduce((sum, [, part]) => sum + (part as number), 0) - logOdds) < 11 * 0.000_05);
  const expected = features.reduce((sum, _, at) => sum + (at % 2 === 0 ? 1 : -1) / (at + 3), 0.25);
  t.true(Math.abs(logOdds - expected) <= 0.000_05);
});

test('the reasons are those that raised the risk, by how much; the default score stands for its own first reason', (t) => {
  const trees = [
    stump('deviceFraudRate', 0.5, 0, 0.3),
    stump('ipFraudRate', 0.5, 0, 0.3),
    stump('deviceEvents1h', 0.5, 0, 0.5),
    stump('deviceUsers24h', 0.5, 0, -2),
    stump('ipConfirmedFraud', 0.5, 0, 0.09),
    stump('defaultScore', 10, 0, 3),
  ];
  const features = ['deviceFraudRate', 'ipFraudRate', 'deviceEvents1h', 'deviceUsers24h', 'ipConfirmedFraud'];
  const verdict = makeVerdict(12, Object.fromEntries(features.map((feature) => [feature, 1])));
  // Shared indicators: 3 of the default score, less 2. High risk: twice 0.3.
  const { reasonCodes } = apply(verdict, trees, 0);
  t.deepEqual(reasonCodes, ['GRAPH_SHARED_INDICATORS', 'HIGH_RISK_INDICATOR', 'VELOCITY_BURST']);
  t.deepEqual(apply({ ...verdict, reasonCodes: [] }, trees.slice(3), 0).reasonCodes, []);
});

test('a model that is not proven, or not asked for, decides nothing, and its score is stored beside', (t) => {
  const verdict = makeVerdict(12, { deviceFraudRate: 0.9 });
  const trees = [stump('deviceFraudRate', 0.5, -2, 2)];
  for (const options of [{ isUsed: false }, { profile: 'default' as const }]) {
    const { featureContributions, ...decided } = apply(verdict, trees, -1, options);
    const { featureContributions: contributions, ...byDefault } = verdict;
    t.deepEqual(decided, byDefault);
    const shadow = { defaultScore: 12, adaptiveScore: 60, modelVersion: 3 };
    t.deepEqual(featureContributions, { ...contributions, ...shadow });
  }
});

test('where a source of signals is missing the default profile stays', (t) => {
  for (const part of ['graphScore', 'velocityScore', 'indicatorScore']) {
    const verdict = makeVerdict(12);
    delete verdict.featureContributions[part];
    t.is(apply(verdict, [stump('defaultScore', 10, -2, 2)], 3), verdict);
  }
});

test('what the default profile would block is at least reviewed', (t) => {
  const harmless = [stump('defaultScore', 10, 0, -4)];
  t.like(apply(makeVerdict(79.99), harmless, 0), { riskScore: 39.99, action: 'allow' });
  t.like(apply(makeVerdict(80), harmless, 0), { riskScore: 50, action: 'review', recommendedAction: 'review' });
  t.is(apply(makeVerdict(80), harmless, 0, { isUsed: false }).featureContributions['adaptiveScore'], 50);
  t.like(apply(makeVerdict(80), [], 4), { riskScore: 90, action: 'block' });
});

test('no score falls below half of the default one, which by itself flags nothing that the default score would not', (t) => {
  const score = fc.integer({ min: 0, max: 7_999 }).map((cents) => cents / 100);
  const logOdds = fc.double({ min: -6, max: 6, noNaN: true });
  const property = fc.property(score, logOdds, anyPolicy, (byDefault, base, policy) => {
    const { riskScore } = apply(makeVerdict(byDefault), [], base, { policy });
    const own = apply(makeVerdict(0), [], base, { policy }).riskScore;
    t.true(riskScore >= byDefault / 2 - 0.01 && riskScore >= own && riskScore <= Math.max(own, byDefault / 2));
    t.is(riskScore, Math.floor(100 * riskScore + 1e-6) / 100);
  });
  fc.assert(property);
});

test('what stands because of the default profile has its reasons', (t) => {
  const harmless = [stump('defaultScore', 10, 0, -4)];
  t.deepEqual(apply(makeVerdict(20), harmless, 0).reasonCodes, []);
  t.deepEqual(apply(makeVerdict(20.02), harmless, 0).reasonCodes, ['GRAPH_SHARED_INDICATORS']);
  t.deepEqual(apply(makeVerdict(80), harmless, 0).reasonCodes, ['GRAPH_SHARED_INDICATORS']);
  const near = makeVerdict(12, { contagionGuard: true });
  t.deepEqual(apply(near, [], -4).reasonCodes, ['GRAPH_FRAUD_NEIGHBOR']);
  const neighbour = [stump('fraudNeighbors', 0, -1, 1), stump('deviceEvents1h', 0, -1, 2)];
  const fast = makeVerdict(12, { contagionGuard: true, fraudNeighbors: 1, deviceEvents1h: 1 });
  t.deepEqual(apply(fast, neighbour, 0).reasonCodes, ['VELOCITY_BURST', 'GRAPH_FRAUD_NEIGHBOR']);
});

test('it is reviewed also where a company reviews late, but not where it would let the default score pass', (t) => {
  const harmless = [stump('defaultScore', 10, 0, -4)];
  const late = apply(makeVerdict(85), harmless, 0, { policy: thresholds(70, 80) });
  t.like(late, { riskScore: 70, action: 'review', recommendedAction: 'review' });
  const later = apply(makeVerdict(85), harmless, 0, { policy: thresholds(90, 95) });
  t.like(later, { riskScore: 85, action: 'allow' });
});

test('the contagion guard and the mode of the policy hold as ever', (t) => {
  const near = makeVerdict(12, { contagionGuard: true });
  t.like(apply(near, [], -4), { riskScore: 10, action: 'review', recommendedAction: 'review' });
  t.like(apply(makeVerdict(12), [], 4, { policy: { ...DEFAULT_POLICY, policyMode: 'advisory' } }), {
    ...{ riskScore: 90, action: 'review', recommendedAction: 'block' },
  });
  const property = fc.property(anyPolicy, fc.boolean(), fc.double({ noNaN: true }), (policy, contagion, logOdds) => {
    const { action, riskScore } = apply(makeVerdict(12, { contagionGuard: contagion }), [], logOdds, { policy });
    const finding = { riskScore, contagion, graphUnavailable: false, velocityUnavailable: false };
    t.is(action, decideAction(policy, finding));
    t.true(riskScore >= 0 && riskScore <= 100);
  });
  fc.assert(property);
});
