import test from 'ava';
import fc from 'fast-check';
import { assess, composeParts } from '../../engine/assess.ts';
import { DEFAULT_POLICY, decideAction, riskLevelOf, type Finding } from '../../engine/policy.ts';
import type {
  Baseline,
  EntityEvidence,
  EntityGraph,
  EntityVelocity,
  Signals,
  UserHistory,
} from '../../engine/signals.ts';
import { ACTIONS, ENTITY_TYPES, REASON_CODES } from '../../engine/vocabulary.ts';
import { anyPolicy } from '../support/policies.ts';

const count = fc.integer({ min: 0, max: 100 });
const velocity = fc.record<EntityVelocity>({
  events1m: count,
  events1h: count,
  attempts1m: count,
  attempts10m: count,
  attempts1h: count,
  events24h: count,
  events7d: count,
  spanSeconds: fc.integer({ min: 0, max: 1e9 }),
  users24h: count,
  payments24h: count,
  failedMethods1h: count,
  failedMethods24h: count,
  amountPaid24h: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
});
const anyBaseline = {
  events: count,
  amounts: count,
  medianLogAmount: fc.double({ min: 0, max: 40, noNaN: true }),
  spreadLogAmount: fc.double({ min: 0, max: 10, noNaN: true }),
  mostLogAmount: fc.double({ min: 0, max: 40, noNaN: true }),
};
const baseline = fc.record<Baseline>(anyBaseline);
const history = fc.record<UserHistory>({
  ...anyBaseline,
  devices: count,
  eventsOnDevice: count,
  sinceSignupSeconds: fc.option(fc.integer({ min: 0, max: 1e9 })),
});
const graph = fc.record<EntityGraph>({
  connections: fc.integer({ min: 0, max: 501 }),
  newConnections24h: fc.integer({ min: 0, max: 501 }),
  fraudNeighbors: fc.integer({ min: 0, max: 50 }),
  fraudNeighborWeight: fc.double({ min: 0, max: 5, noNaN: true }),
});
const evidence = fc.record<EntityEvidence>({
  fraudWeight: fc.double({ min: 0, max: 50, noNaN: true }),
  legitimateWeight: fc.double({ min: 0, max: 50, noNaN: true }),
  recentFraud: fc.double({ min: 0, max: 5, noNaN: true }),
  recentLegitimate: fc.double({ min: 0, max: 5, noNaN: true }),
  sinceFraudSeconds: fc.option(fc.integer({ min: 0, max: 1e9 })),
  confirmedFraud: fc.integer({ min: 0, max: 50 }),
  matureEvents: count,
  globalThreat: fc.boolean(),
});
const perEntity = <Signal>(signal: fc.Arbitrary<Signal>) =>
  fc.tuple(...ENTITY_TYPES.map((type) => signal.map((value) => ({ type, signal: value }))));
const signals: fc.Arbitrary<Signals> = fc.record({
  velocity: fc.option(fc.record({ entities: perEntity(velocity), user: history, tenant: baseline })),
  graph: fc.option(
    fc.record({
      entities: perEntity(graph),
      user: fc.record({
        accountAgeSeconds: fc.integer({ min: 0, max: 1e9 }),
        confirmedFraud: fc.boolean(),
        fraudWithinTwoHops: fc.integer({ min: 0, max: 20 }),
        features: fc.constant(null),
      }),
    }),
  ),
  indicators: fc.option(fc.record({ entities: perEntity(evidence) })),
});
const subject = fc.record({ amountMinor: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })) });

test('a verdict is bounded, deterministic and recomputable, whatever the signals', (t) => {
  fc.assert(
    fc.property(subject, signals, (who, what) => {
      const verdict = assess(who, what, DEFAULT_POLICY);
      const { featureContributions: found, riskScore } = verdict;
      const part = (name: string) => ({
        weight: Number(found[`${name}Weight`]),
        score: Number(found[`${name}Score`] ?? 0),
      });
      t.true(riskScore >= 0 && riskScore <= 100 && Number.isFinite(riskScore));
      t.deepEqual(assess(who, what, DEFAULT_POLICY), verdict);
      t.is(composeParts([part('graph'), part('velocity'), part('indicator')]), riskScore);
      t.true(verdict.reasonCodes.every((code) => code in REASON_CODES));
      t.is(new Set(verdict.reasonCodes).size, verdict.reasonCodes.length);
      t.is(verdict.riskLevel, riskLevelOf(riskScore));
      t.true(Object.values(found).every((value) => typeof value !== 'number' || Number.isFinite(value)));
    }),
  );
});

test('no part alone can be buried: each at 100 is at least a review', (t) => {
  for (const weight of [0.45, 0.35, 0.2]) {
    t.true(
      composeParts([
        { weight, score: 100 },
        { weight: 1 - weight, score: 0 },
      ]) >= 50,
    );
  }
  t.is(
    composeParts([
      { weight: 0.45, score: 100 },
      { weight: 0.35, score: 100 },
      { weight: 0.2, score: 100 },
    ]),
    100,
  );
});

test('a higher part never lowers the score', (t) => {
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(score, score, score, score, (graphScore, velocityScore, lower, higher) => {
      const compose = (indicator: number) =>
        composeParts([
          { weight: 0.45, score: graphScore },
          { weight: 0.35, score: velocityScore },
          { weight: 0.2, score: indicator },
        ]);
      t.true(compose(Math.max(lower, higher)) >= compose(Math.min(lower, higher)));
    }),
  );
});

const finding = fc.record<Finding>({
  riskScore: fc.double({ min: 0, max: 100, noNaN: true }),
  graphUnavailable: fc.boolean(),
  velocityUnavailable: fc.boolean(),
  contagion: fc.boolean(),
});
test('actions are monotone: a higher score is never treated more mildly', (t) => {
  fc.assert(
    fc.property(anyPolicy, finding, fc.double({ min: 0, max: 100, noNaN: true }), (rules, found, other) => {
      const [lower, higher] = [Math.min(found.riskScore, other), Math.max(found.riskScore, other)];
      const strictness = (riskScore: number) => ACTIONS.indexOf(decideAction(rules, { ...found, riskScore }));
      t.true(strictness(higher) >= strictness(lower));
    }),
  );
});

test('advisory never blocks, shadow always allows, minimums hold in hybrid', (t) => {
  fc.assert(
    fc.property(anyPolicy, finding, (rules, found) => {
      t.not(decideAction({ ...rules, policyMode: 'advisory' }, found), 'block');
      t.is(decideAction({ ...rules, policyMode: 'shadow' }, found), 'allow');
      const action = decideAction({ ...rules, policyMode: 'hybrid' }, found);
      const atLeast = (least: (typeof ACTIONS)[number]) => t.true(ACTIONS.indexOf(action) >= ACTIONS.indexOf(least));
      if (found.graphUnavailable) atLeast(rules.degradedMode.graphUnavailable);
      if (found.velocityUnavailable) atLeast(rules.degradedMode.velocityUnavailable);
      if (found.contagion && rules.contagionGuard.enabled) atLeast(rules.contagionGuard.minimumAction);
    }),
  );
});

test('severity bands have the bounds of the contract', (t) => {
  t.deepEqual([0, 29.99, 30, 59.99, 60, 79.99, 80, 100].map(riskLevelOf), [
    'low',
    'low',
    'medium',
    'medium',
    'high',
    'high',
    'critical',
    'critical',
  ]);
});
