import { beyond, round4, shareStrength } from './numbers.ts';
import { combineFactors, type PartScore } from './part-score.ts';
import { RECENCY, type EntityEvidence, type EntitySignals, type EntityVelocity, type Signals } from './signals.ts';
import { SIGNAL_PREFIX } from './velocity-score.ts';
import type { EntityType } from './vocabulary.ts';

/** Fraud rate of an indicator nobody has reported on, and how many events that assumption is worth. */
const PRIOR_FRAUD_RATE = 0.01;
const PRIOR_EVENTS = 20;

/** How much a confirmed fraud on this indicator says about the next event with it. */
const TRUST: Readonly<Record<EntityType, number>> = {
  user: 0.95,
  device: 0.9,
  email: 0.95,
  phone: 0.9,
  payment: 0.95,
  address: 0.6,
  ip: 0.5,
  card_bin: 0.2,
};

/**
 * What the outcomes of earlier assessments say about the user and its indicators: a smoothed fraud rate of each, whether
 * fraud was confirmed on it, and its mark as a global threat.
 *
 * @param velocity how each indicator is used: events of a week ago without an outcome, and many users of a day, count as
 *   good ones, so that a busy indicator with one fraud is not a bad one. Null when velocity is unavailable; then only
 *   reported outcomes count.
 */
export function scoreIndicators(
  indicators: NonNullable<Signals['indicators']>,
  velocity: Signals['velocity'],
): PartScore {
  const busy = new Map(velocity?.entities.map(({ type, signal }) => [type, signal]));
  const rated = indicators.entities.map(({ type, signal }) => ({
    type,
    signal,
    rate: fraudRate(signal, busy.get(type)),
  }));
  const threat = strongest(rated, globalThreatStrength);
  const confirmed = strongest(rated.filter(isConfirmed), rateStrength);
  const rate = strongest(rated, rateStrength);
  // All three may rest on the same outcomes: together they are as strong as the strongest.
  const reasons = ['GLOBAL_THREAT_INDICATOR', 'CONFIRMED_FRAUD_INDICATOR', 'HIGH_RISK_INDICATOR'] as const;
  const shares = shareStrength(Math.max(threat, rate), [threat, confirmed, beyond(confirmed, rate)]);
  return combineFactors(
    reasons.map((reason, index) => ({ reason, strength: shares[index] ?? 0 })),
    Object.fromEntries(rated.flatMap(signalsOf)),
  );
}

/** One fraud on these says nothing about the next user; only their rate does. */
const SHARED_BY_STRANGERS: ReadonlySet<EntityType> = new Set(['ip', 'card_bin']);

interface RatedEntity extends EntitySignals<EntityEvidence> {
  rate: number;
}

/** How many days of outcomes what was usual of an indicator is worth against its latest ones. */
const USUAL_OUTCOMES = 2;

/**
 * The probability that the next event is fraud: the share of fraud among the latest outcomes, pulled towards that among
 * all of them, which is pulled towards the prior.
 */
function fraudRate(
  { fraudWeight, legitimateWeight, recentFraud, recentLegitimate, matureEvents }: EntityEvidence,
  velocity: EntityVelocity | undefined,
): number {
  const quiet = Math.max(matureEvents, velocity?.users24h ?? 0);
  const events = Math.max(quiet, fraudWeight + legitimateWeight);
  const usual = (fraudWeight + PRIOR_FRAUD_RATE * PRIOR_EVENTS) / (events + PRIOR_EVENTS);
  // What so many days of outcomes weigh, the latest 1 and each before it RECENCY of the one after.
  const recent = Math.max(recentFraud + recentLegitimate, (1 - RECENCY ** quiet) / (1 - RECENCY));
  return (recentFraud + usual * USUAL_OUTCOMES) / (recent + USUAL_OUTCOMES);
}

function strongest(entities: readonly RatedEntity[], strengthOf: (entity: RatedEntity) => number): number {
  return Math.max(0, ...entities.map(strengthOf));
}

function isConfirmed({ type, signal }: RatedEntity): boolean {
  return signal.confirmedFraud > 0 && !SHARED_BY_STRANGERS.has(type);
}

/** The rate of fraud that makes an indicator half as bad as one that is certain. */
const HALF_RISK_RATE = 0.5;

/** Concave: one chance in ten is worth a look. */
function rateStrength({ type, rate }: RatedEntity): number {
  const excess = Math.max(0, rate - PRIOR_FRAUD_RATE);
  return (TRUST[type] * excess * (1 + HALF_RISK_RATE)) / (excess + HALF_RISK_RATE);
}

/** So many days of outcomes of one's own, or frauds, are worth as much as what all companies know. */
const THREAT_OUTCOMES = 2;

/** Who has outcomes of an indicator knows it better than the mark, which tells neither whose fraud it was nor when. */
function globalThreatStrength({ type, signal }: RatedEntity): number {
  if (!signal.globalThreat) return 0;
  const own = Math.max(signal.recentFraud + signal.recentLegitimate, signal.confirmedFraud);
  return (0.9 * TRUST[type] * THREAT_OUTCOMES) / (THREAT_OUTCOMES + own);
}

function sinceFraud(prefix: string, { sinceFraudSeconds }: EntityEvidence): [string, number][] {
  return sinceFraudSeconds === null ? [] : [[`${prefix}SinceFraudSeconds`, Math.round(sinceFraudSeconds)]];
}

function signalsOf({ type, signal, rate }: RatedEntity): [string, number | boolean][] {
  if (signal.fraudWeight + signal.legitimateWeight === 0 && !signal.globalThreat) return [];
  const prefix = SIGNAL_PREFIX[type];
  return [
    [`${prefix}FraudRate`, round4(rate)],
    [`${prefix}FraudWeight`, round4(signal.fraudWeight)],
    [`${prefix}LegitimateWeight`, round4(signal.legitimateWeight)],
    [`${prefix}RecentFraud`, round4(signal.recentFraud)],
    [`${prefix}RecentLegitimate`, round4(signal.recentLegitimate)],
    ...sinceFraud(prefix, signal),
    [`${prefix}ConfirmedFraud`, signal.confirmedFraud],
    [`${prefix}GlobalThreat`, signal.globalThreat],
  ];
}
