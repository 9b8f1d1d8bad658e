import test from 'ava';
import { assess } from '../../engine/assess.ts';
import { DEFAULT_POLICY } from '../../engine/policy.ts';
import type { EntityEvidence, EntityGraph, EntityVelocity, Signals } from '../../engine/signals.ts';
import { EMPTY_VELOCITY } from '../../engine/velocity-score.ts';
import type { EntityType } from '../../engine/vocabulary.ts';

const NO_BASELINE = { events: 0, amounts: 0, medianLogAmount: 0, spreadLogAmount: 0, mostLogAmount: 0 };
const NO_HISTORY = { ...NO_BASELINE, devices: 0, eventsOnDevice: 0, sinceSignupSeconds: null };
const NO_EVIDENCE: EntityEvidence = {
  fraudWeight: 0,
  legitimateWeight: 0,
  recentFraud: 0,
  recentLegitimate: 0,
  sinceFraudSeconds: null,
  confirmedFraud: 0,
  matureEvents: 0,
  globalThreat: false,
};

interface Known {
  velocity?: Partial<EntityVelocity>;
  graph?: Partial<EntityGraph>;
  evidence?: Partial<EntityEvidence>;
}

/** Signals in which only what is named stands out. */
function signalsOf(
  entities: Partial<Record<EntityType, Known>>,
  changes: { baseline?: object; tenant?: object; accountAgeSeconds?: number } = {},
): Signals {
  const known = Object.entries({ user: {}, ...entities }) as [EntityType, Known][];
  return {
    velocity: {
      entities: known.map(([type, { velocity }]) => ({ type, signal: { ...EMPTY_VELOCITY, ...velocity } })),
      user: { ...NO_HISTORY, ...changes.baseline },
      tenant: { ...NO_BASELINE, ...changes.tenant },
    },
    graph: {
      entities: known.map(([type, { graph }]) => ({
        type,
        signal: { connections: 0, newConnections24h: 0, fraudNeighbors: 0, fraudNeighborWeight: 0, ...graph },
      })),
      user: {
        accountAgeSeconds: changes.accountAgeSeconds ?? 0,
        confirmedFraud: false,
        fraudWithinTwoHops: 0,
        features: null,
      },
    },
    indicators: { entities: known.map(([type, { evidence }]) => ({ type, signal: { ...NO_EVIDENCE, ...evidence } })) },
  };
}
const scoreOf = (signals: Signals, amountMinor: number | null = null) =>
  assess({ amountMinor }, signals, DEFAULT_POLICY);

test('a customer who retries a declined card is no fraudster', (t) => {
  const retries = {
    events1m: 3,
    events1h: 6,
    events24h: 6,
    events7d: 6,
    failedMethods1h: 1,
    failedMethods24h: 1,
  };
  const { riskScore, reasonCodes } = scoreOf(
    signalsOf({ user: { velocity: retries }, payment: { velocity: retries } }),
  );
  t.true(riskScore < 50, `${riskScore}`);
  t.false(reasonCodes.includes('VELOCITY_FAILED_PAYMENTS'));
});

test('payments failing over many cards on one device are card testing', (t) => {
  const testing = { events1h: 30, failedMethods1h: 25, failedMethods24h: 25 };
  const { riskScore, reasonCodes } = scoreOf(signalsOf({ device: { velocity: testing } }));
  t.true(riskScore >= 50, `${riskScore}`);
  t.true(reasonCodes.includes('VELOCITY_FAILED_PAYMENTS'));
});

test('a family behind one IP and one tablet is no ring', (t) => {
  const family = signalsOf({ device: { graph: { connections: 3 } }, ip: { graph: { connections: 5 } } });
  t.is(scoreOf(family).riskScore, 0);
});

test('an IP shared by thousands is no evidence, even with frauds behind it', (t) => {
  const carrier = signalsOf({
    ip: {
      velocity: { events1m: 100, events24h: 100, events7d: 100, users24h: 90 },
      graph: { connections: 501, fraudNeighbors: 20 },
      evidence: { fraudWeight: 3, confirmedFraud: 3 },
    },
  });
  const { riskScore } = scoreOf(carrier);
  t.true(riskScore < 30, `${riskScore}`);
});

test('many users on one device are odd, and odder while the account is young', (t) => {
  const farm = (accountAgeSeconds: number) =>
    scoreOf(signalsOf({ device: { graph: { connections: 12 } } }, { accountAgeSeconds })).riskScore;
  t.true(farm(60) > farm(30 * 86_400));
  t.true(farm(60) >= 50, `${farm(60)}`);
});

test('accounts that sign up one after the other on one device are a ring before any label exists', (t) => {
  const next = (newConnections24h: number, accountAgeSeconds = 60) =>
    scoreOf(
      signalsOf({ device: { graph: { connections: newConnections24h, newConnections24h } } }, { accountAgeSeconds }),
    ).riskScore;
  t.true(next(1) < 30, `${next(1)}`);
  t.true(next(4) >= 50, `${next(4)}`);
  t.true(next(4, 30 * 86_400) < 30);
});

test('an amount is judged by what the user usually spends', (t) => {
  const spender = {
    amounts: 40,
    medianLogAmount: Math.log(50_000),
    spreadLogAmount: 0.5,
    mostLogAmount: 11,
    events: 40,
  };
  const tenant = { amounts: 100, medianLogAmount: Math.log(5_000), spreadLogAmount: 1 };
  t.true(scoreOf(signalsOf({}, { baseline: spender, tenant }), 60_000).riskScore < 1);
  const saver = { ...spender, medianLogAmount: Math.log(2_000) };
  const { riskScore, reasonCodes } = scoreOf(signalsOf({}, { baseline: saver, tenant }), 60_000);
  t.true(riskScore >= 50, `${riskScore}`);
  t.deepEqual(reasonCodes, ['VELOCITY_AMOUNT_SPIKE']);
});

test('one-hop contagion counts over a household, not over a crowd', (t) => {
  const over = (type: EntityType, connections: number, fraudNeighborWeight = 1) =>
    scoreOf(signalsOf({ [type]: { graph: { connections, fraudNeighbors: 1, fraudNeighborWeight } } }))
      .featureContributions['contagionGuard'];
  t.true(over('device', 2));
  t.true(over('device', 2, 0.3));
  t.false(over('device', 2, 0.2), 'fraud of months ago');
  t.false(over('device', 40));
  t.false(over('ip', 2));
});

test('a global threat counts for strangers; who has outcomes of its own goes by those', (t) => {
  const score = (evidence: Partial<EntityEvidence>) =>
    scoreOf(signalsOf({ device: { evidence: { globalThreat: true, ...evidence } } }));
  const stranger = score({});
  t.deepEqual(stranger.reasonCodes, ['GLOBAL_THREAT_INDICATOR']);
  t.true(stranger.riskScore >= 60);
  const own = { confirmedFraud: 3, fraudWeight: 1, legitimateWeight: 20, recentLegitimate: 4, matureEvents: 60 };
  t.true(score(own).riskScore < 30, 'fraud of long ago, good ever since');
  // The mark and the outcomes it came from are one piece of evidence.
  const fresh = { confirmedFraud: 3, fraudWeight: 3, recentFraud: 2 };
  const [marked, unmarked] = [score(fresh), score({ ...fresh, globalThreat: false })];
  t.true(Math.abs(marked.riskScore - unmarked.riskScore) < 0.1);
  t.deepEqual(marked.reasonCodes.toSorted(), ['CONFIRMED_FRAUD_INDICATOR', 'GLOBAL_THREAT_INDICATOR']);
});

test('a busy indicator with one old fraud is no bad one', (t) => {
  const busy = signalsOf({
    payment: { evidence: { fraudWeight: 0.5, legitimateWeight: 3, confirmedFraud: 1, matureEvents: 60 } },
  });
  t.true(scoreOf(busy).riskScore < 30);
});

test('reasons are sorted by what each contributed', (t) => {
  const { reasonCodes } = scoreOf(
    signalsOf({
      device: { graph: { connections: 2, fraudNeighbors: 1, fraudNeighborWeight: 1 } },
      user: { velocity: { events1m: 12, attempts1m: 12 } },
    }),
  );
  t.is(reasonCodes[0], 'GRAPH_FRAUD_NEIGHBOR');
  t.is(reasonCodes.at(-1), 'VELOCITY_BURST');
});

test('more confirmed frauds on a device never lower the score, nor does sharing it with one fraud among few', (t) => {
  const score = (connections: number, fraudNeighbors: number) =>
    scoreOf(
      signalsOf(
        { device: { graph: { connections, fraudNeighbors, fraudNeighborWeight: fraudNeighbors } } },
        { accountAgeSeconds: 30 * 86_400 },
      ),
    ).riskScore;
  for (let users = 2; users <= 20; users += 1) {
    for (let frauds = 1; frauds < users; frauds += 1) t.true(score(users, frauds) >= score(users, frauds - 1));
  }
  t.true(score(2, 1) > score(10, 1));
});

test('a steady user of any rate is no spike, a sudden one is', (t) => {
  const zScore = (events1h: number, spanSeconds: number) => {
    const velocity = { events1h, attempts1h: events1h, spanSeconds };
    const { featureContributions } = scoreOf(signalsOf({ user: { velocity } }, { baseline: { events: 100 } }));
    return Number(featureContributions['countZScore']);
  };
  for (const perHour of [5, 15, 30, 50]) {
    t.true(zScore(perHour, (100 / perHour) * 3_600) < 4, `${perHour} an hour`);
  }
  t.true(zScore(30, 90 * 86_400) > 14);
});
