import { ramp, round4 } from './numbers.ts';
import { combineFactors, type PartScore } from './part-score.ts';
import type { EntityEvidence, EntitySignals, EntityVelocity, Signals } from './signals.ts';
import { SIGNAL_PREFIX } from './velocity-score.ts';
import type { EntityType } from './vocabulary.ts';

/** Fraud rate of an indicator nobody has reported on, and how many events that assumption is worth. */
const PRIOR_FRAUD_RATE = 0.01;
const PRIOR_EVENTS = 4;

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
    rate: smoothedFraudRate(signal, busy.get(type)),
  }));
  const strongest = (strengthOf: (entity: (typeof rated)[number]) => number) => Math.max(0, ...rated.map(strengthOf));
  return combineFactors(
    [
      { reason: 'GLOBAL_THREAT_INDICATOR', strength: strongest(globalThreatStrength) },
      { reason: 'CONFIRMED_FRAUD_INDICATOR', strength: strongest(confirmedFraudStrength) },
      { reason: 'HIGH_RISK_INDICATOR', strength: strongest(({ type, rate }) => TRUST[type] * ramp(rate, 0.05, 0.6)) },
    ],
    Object.fromEntries(rated.flatMap(signalsOf)),
  );
}

/** One fraud on these says nothing about the next user; only their rate does. */
const SHARED_BY_STRANGERS: ReadonlySet<EntityType> = new Set(['ip', 'card_bin']);

interface RatedEntity extends EntitySignals<EntityEvidence> {
  rate: number;
}

/** Fraud outcomes over all events with the indicator, pulled towards the prior while there are few. */
function smoothedFraudRate(
  { fraudWeight, legitimateWeight, matureEvents }: EntityEvidence,
  velocity: EntityVelocity | undefined,
): number {
  const events = Math.max(matureEvents, velocity?.users24h ?? 0, fraudWeight + legitimateWeight);
  return (fraudWeight + PRIOR_FRAUD_RATE * PRIOR_EVENTS) / (events + PRIOR_EVENTS);
}

function globalThreatStrength({ type, signal }: RatedEntity): number {
  return signal.globalThreat ? 0.9 * TRUST[type] : 0;
}

/** A confirmed fraud carries an indicator while it is recent and not outweighed by good outcomes and busy use. */
function confirmedFraudStrength({ type, signal, rate }: RatedEntity): number {
  if (signal.confirmedFraud === 0 || SHARED_BY_STRANGERS.has(type)) return 0;
  const standing = signal.fraudWeight / (signal.fraudWeight + signal.legitimateWeight + 0.1);
  return TRUST[type] * Math.max(standing * ramp(rate, 0.02, 0.15), 0);
}

function signalsOf({ type, signal, rate }: RatedEntity): [string, number | boolean][] {
  if (signal.fraudWeight + signal.legitimateWeight === 0 && !signal.globalThreat) return [];
  const prefix = SIGNAL_PREFIX[type];
  return [
    [`${prefix}FraudRate`, round4(rate)],
    [`${prefix}ConfirmedFraud`, signal.confirmedFraud],
    [`${prefix}GlobalThreat`, signal.globalThreat],
  ];
}
