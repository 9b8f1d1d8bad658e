import { ramp, round4 } from './numbers.ts';
import { combineFactors, type Factor, type PartScore } from './part-score.ts';
import type { Baseline, EntitySignals, EntityVelocity, Signals, Subject } from './signals.ts';
import type { EntityType } from './vocabulary.ts';

/**
 * How unusual the recent activity around a user and its indicators is: bursts, a rate far above the user's own, an
 * amount far from the user's and the tenant's usual ones, and payments failing over many payment methods.
 *
 * Each factor is near zero unless it is anomalous for that entity. See docs/scoring.md for the choice of each bound.
 */
export function scoreVelocity(subject: Subject, velocity: NonNullable<Signals['velocity']>): PartScore {
  const user = velocity.entities.find((entity) => entity.type === 'user')?.signal ?? EMPTY_VELOCITY;
  const countZScore = zScoreOfCount(user, velocity.user);
  const amountZScore = zScoreOfAmount(subject.amountMinor, velocity.user, velocity.tenant);
  const factors: Factor[] = [
    { reason: 'VELOCITY_BURST', strength: strongest(velocity.entities, burstStrength) },
    { reason: 'VELOCITY_ZSCORE_SPIKE', strength: 0.75 * ramp(countZScore, 4, 14) },
    { reason: 'VELOCITY_AMOUNT_SPIKE', strength: 0.9 * ramp(amountZScore, 2.5, 6) },
    { reason: 'VELOCITY_FAILED_PAYMENTS', strength: strongest(velocity.entities, failedPaymentStrength) },
  ];
  return combineFactors(factors, {
    ...velocitySignals(velocity.entities),
    countZScore: round4(countZScore),
    amountZScore: round4(amountZScore),
  });
}

/** An entity nothing is known of. */
export const EMPTY_VELOCITY: EntityVelocity = {
  events1m: 0,
  events10m: 0,
  events1h: 0,
  events24h: 0,
  events7d: 0,
  users24h: 0,
  payments24h: 0,
  failedPayments24h: 0,
  failedMethods1h: 0,
  failedMethods24h: 0,
  amountPaid24h: 0,
};

/**
 * Events in a minute and in ten minutes at which a burst begins and at which it is certain. Indicators that strangers
 * share by nature (an IP behind a carrier, a card range) say nothing by being busy and are left out.
 */
const BURST_BOUNDS: Partial<Record<EntityType, { minute: [number, number]; tenMinutes: [number, number] }>> = {
  user: { minute: [8, 20], tenMinutes: [20, 50] },
  device: { minute: [10, 24], tenMinutes: [25, 60] },
  email: { minute: [8, 20], tenMinutes: [20, 50] },
  phone: { minute: [8, 20], tenMinutes: [20, 50] },
  payment: { minute: [8, 20], tenMinutes: [20, 50] },
};

function burstStrength({ type, signal }: EntitySignals<EntityVelocity>): number {
  const bounds = BURST_BOUNDS[type];
  if (!bounds) return 0;
  return 0.8 * Math.max(ramp(signal.events1m, ...bounds.minute), ramp(signal.events10m, ...bounds.tenMinutes));
}

/** Distinct payment methods that failed within an hour and a day at which card testing begins and at which it is certain. */
const FAILED_METHOD_BOUNDS: Partial<Record<EntityType, { hour: [number, number]; day: [number, number] }>> = {
  user: { hour: [2, 6], day: [3, 10] },
  device: { hour: [2, 6], day: [4, 12] },
  email: { hour: [2, 6], day: [3, 10] },
  phone: { hour: [2, 6], day: [3, 10] },
  ip: { hour: [5, 20], day: [20, 60] },
};

/** Retries of one method are a customer with a declined card; only failures spread over many methods are card testing. */
function failedPaymentStrength({ type, signal }: EntitySignals<EntityVelocity>): number {
  const bounds = FAILED_METHOD_BOUNDS[type];
  if (!bounds) return 0;
  return 0.9 * Math.max(ramp(signal.failedMethods1h, ...bounds.hour), ramp(signal.failedMethods24h, ...bounds.day));
}

/** A user is taken to make two events a day until so many earlier events of its own say otherwise. */
const CERTAIN_EVENTS = 50;
const PRIOR_EVENTS = 2;
const PRIOR_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

/** How many standard deviations the events of the last hour lie above the user's own rate before it (Poisson). */
function zScoreOfCount(user: EntityVelocity, baseline: Baseline): number {
  const earlier = Math.max(0, baseline.events - user.events1h);
  const earlierSeconds = Math.max(0, baseline.spanSeconds - HOUR_SECONDS);
  const doubt = 1 - Math.min(1, earlier / CERTAIN_EVENTS);
  const perSecond = (earlier + doubt * PRIOR_EVENTS) / Math.max(earlierSeconds + doubt * PRIOR_SECONDS, 1);
  const expected = perSecond * HOUR_SECONDS;
  return (user.events1h - expected) / Math.sqrt(expected + 1);
}

/** A user's own amounts count as much as this many amounts of the tenant once the user has made as many. */
const PRIOR_AMOUNTS = 3;
const LEAST_SD = 0.35;
const UNKNOWN_SD = 1.5;

/**
 * How many standard deviations ln(amount) lies above the mean of the user's own amounts, pulled towards the tenant's
 * while the user has few. Zero until the tenant itself has some history.
 */
function zScoreOfAmount(amountMinor: number | null, user: Baseline, tenant: Baseline): number {
  if (amountMinor === null || user.amounts + tenant.amounts < PRIOR_AMOUNTS) return 0;
  const tenantMean = tenant.amounts > 0 ? tenant.meanLogAmount : user.meanLogAmount;
  const tenantSd = tenant.amounts > 1 ? Math.max(tenant.sdLogAmount, LEAST_SD) : UNKNOWN_SD;
  const own = user.amounts / (user.amounts + PRIOR_AMOUNTS);
  const mean = own * user.meanLogAmount + (1 - own) * tenantMean;
  const ownVariance = user.amounts > 1 ? user.sdLogAmount ** 2 : tenantSd ** 2;
  const sd = Math.sqrt(own * ownVariance + (1 - own) * tenantSd ** 2);
  return (Math.log1p(amountMinor) - mean) / Math.max(sd, LEAST_SD);
}

function strongest(
  entities: readonly EntitySignals<EntityVelocity>[],
  strengthOf: (entity: EntitySignals<EntityVelocity>) => number,
): number {
  return Math.max(0, ...entities.map(strengthOf));
}

/** The counts an analyst looks at first, per entity that the request named: `userEvents1h`, `deviceUsers24h`... */
function velocitySignals(entities: readonly EntitySignals<EntityVelocity>[]): Record<string, number> {
  const signals: Record<string, number> = {};
  for (const { type, signal } of entities) {
    const prefix = SIGNAL_PREFIX[type];
    signals[`${prefix}Events1m`] = signal.events1m;
    signals[`${prefix}Events1h`] = signal.events1h;
    signals[`${prefix}Events24h`] = signal.events24h;
    signals[`${prefix}FailedMethods1h`] = signal.failedMethods1h;
    signals[`${prefix}Payments24h`] = signal.payments24h;
    if (type === 'user') signals['userAmountPaid24h'] = signal.amountPaid24h;
    else signals[`${prefix}Users24h`] = signal.users24h;
  }
  return signals;
}

/** How an entity type is written at the start of a contribution's name. */
export const SIGNAL_PREFIX: Readonly<Record<EntityType, string>> = {
  user: 'user',
  device: 'device',
  ip: 'ip',
  email: 'email',
  phone: 'phone',
  payment: 'payment',
  card_bin: 'cardBin',
  address: 'address',
};
