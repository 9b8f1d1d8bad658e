import { ramp, round4, sigmoid } from './numbers.ts';
import { combineFactors, type Factor, type PartScore } from './part-score.ts';
import type { Baseline, EntitySignals, EntityVelocity, Signals, Subject, UserHistory } from './signals.ts';
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
  const deviceNovelty = noveltyOfDevice(velocity.user, velocity.entities);
  const factors: Factor[] = [
    {
      reason: 'VELOCITY_BURST',
      strength: Math.max(strongest(velocity.entities, burstStrength), instantStrength(subject, velocity.user)),
    },
    { reason: 'VELOCITY_ZSCORE_SPIKE', strength: 0.75 * ramp(countZScore, 4, 14) },
    { reason: 'VELOCITY_AMOUNT_SPIKE', strength: amountStrength(amountZScore, deviceNovelty, velocity.user) },
    { reason: 'VELOCITY_FAILED_PAYMENTS', strength: strongest(velocity.entities, failedPaymentStrength) },
  ];
  return combineFactors(factors, {
    ...velocitySignals(velocity.entities),
    countZScore: round4(countZScore),
    amountZScore: round4(amountZScore),
    ...amountSignals(subject, velocity.user),
    deviceNovelty: round4(deviceNovelty),
    ...(velocity.user.sinceSignupSeconds !== null && {
      sinceSignupSeconds: Math.round(velocity.user.sinceSignupSeconds),
    }),
  });
}

/** An entity nothing is known of. */
export const EMPTY_VELOCITY: EntityVelocity = {
  events1m: 0,
  events1h: 0,
  attempts1m: 0,
  attempts10m: 0,
  attempts1h: 0,
  events24h: 0,
  events7d: 0,
  spanSeconds: 0,
  users24h: 0,
  payments24h: 0,
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
  return 0.8 * Math.max(ramp(signal.attempts1m, ...bounds.minute), ramp(signal.attempts10m, ...bounds.tenMinutes));
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

/** How many standard deviations the events of the last hour, but for retries, lie above the user's own rate before it (Poisson). */
function zScoreOfCount(user: EntityVelocity, baseline: Baseline): number {
  const earlier = Math.max(0, baseline.events - user.events1h);
  const earlierSeconds = Math.max(0, user.spanSeconds - HOUR_SECONDS);
  const doubt = 1 - Math.min(1, earlier / CERTAIN_EVENTS);
  const perSecond = (earlier + doubt * PRIOR_EVENTS) / Math.max(earlierSeconds + doubt * PRIOR_SECONDS, 1);
  const expected = perSecond * HOUR_SECONDS;
  return (user.attempts1h - expected) / Math.sqrt(expected + 1);
}

/** A user's own amounts count as much as the tenant's once there are so many of them: for where they lie, how far they spread. */
const PRIOR_AMOUNTS = 3;
const PRIOR_SPREADS = 6;
const LEAST_SPREAD = 0.35;
/** The amounts of one user spread less than those of all: so much, as long as nothing else is known. */
const USER_SPREAD = 0.6;
/** And those of a new tenant: so much, until so many amounts of its own say otherwise. */
const TENANT_SPREAD = 1;
const PRIOR_TENANT_AMOUNTS = 10;

/**
 * How many spreads ln(amount) lies above the median of the user's own amounts, pulled towards the tenant's while the user
 * has few. Zero until the tenant itself has some history.
 */
function zScoreOfAmount(amountMinor: number | null, user: Baseline, tenant: Baseline): number {
  if (amountMinor === null || user.amounts + tenant.amounts < PRIOR_AMOUNTS) return 0;
  const all = spreadOfAll(tenant);
  const one = Math.min(all, USER_SPREAD);
  const own = ownShare(user.amounts);
  const usual = tenant.amounts > 0 ? tenant.medianLogAmount : user.medianLogAmount;
  const median = own * user.medianLogAmount + (1 - own) * usual;
  const sure = user.amounts > 1 ? user.amounts / (user.amounts + PRIOR_SPREADS) : 0;
  const within = sure * user.spreadLogAmount ** 2 + (1 - sure) * one ** 2;
  // Users differ from each other: that counts while it is not known where this one lies.
  const between = (1 - own) ** 2 * (all ** 2 - one ** 2);
  return (Math.log1p(amountMinor) - median) / Math.max(Math.sqrt(within + between), LEAST_SPREAD);
}

/** How much a user's own amounts count beside the tenant's, 0 to 1. */
function ownShare(amounts: number): number {
  return amounts / (amounts + PRIOR_AMOUNTS);
}

function spreadOfAll({ amounts, spreadLogAmount }: Baseline): number {
  const known = amounts > 1 ? amounts : 0;
  const variance = known * spreadLogAmount ** 2 + PRIOR_TENANT_AMOUNTS * TENANT_SPREAD ** 2;
  return Math.max(LEAST_SPREAD, Math.sqrt(variance / (known + PRIOR_TENANT_AMOUNTS)));
}

/** The z-score of an amount at which fraud is as likely as not, and how fast it becomes so. */
const AMOUNT_MIDPOINT = 2.8;
const AMOUNT_SLOPE = 3;
/** What is unusual for the tenant says less than what is unusual for the user. */
const STRANGER_TRUST = 0.6;

/** A new device makes an unusual amount as odd as one that is a whole spread further away. */
function amountStrength(zScore: number, novelty: number, { amounts }: UserHistory): number {
  const trust = STRANGER_TRUST + (1 - STRANGER_TRUST) * ownShare(amounts);
  const odd = zScore + novelty * ramp(zScore, 0.5, 1.5);
  return zScore > 0 ? 0.95 * trust * sigmoid(AMOUNT_SLOPE * (odd - AMOUNT_MIDPOINT)) : 0;
}

/** A user of fewer events has no habits to break. */
const LEAST_HABIT_EVENTS = 5;

/** A device that others have used for longer than this is the family's tablet, not the one a thief brings. */
const KNOWN_DEVICE_SECONDS = [86_400, 7 * 86_400] as const;

/**
 * How surprising the device is for this user, 0 to 1: nothing for one that the user or others have used, nor for somebody
 * who uses a new one every other time; 1 where a new one comes once in thirty events (surprisal of the rate of new devices
 * so far).
 */
function noveltyOfDevice(user: UserHistory, entities: readonly EntitySignals<EntityVelocity>[]): number {
  const device = entities.find(({ type }) => type === 'device')?.signal;
  if (!device || user.eventsOnDevice > 0 || user.events < LEAST_HABIT_EVENTS) return 0;
  const surprisal = -Math.log10((user.devices + 0.5) / (user.events + 1));
  return ramp(surprisal, 0.3, 1.5) * (1 - ramp(device.spanSeconds, ...KNOWN_DEVICE_SECONDS));
}

/** Seconds from sign-up to payment in which no person fills in a form, and after which one well may have. */
const INSTANT_SECONDS = [2, 600] as const;
/** As strong as can be without sufficing for a review by itself: alone it comes to 49.9. */
const INSTANT_STRENGTH = 0.482;

/** An account that pays the moment it exists: a script, or a guest checkout, so weak evidence by itself. */
function instantStrength({ amountMinor }: Subject, { sinceSignupSeconds }: UserHistory): number {
  if (amountMinor === null || sinceSignupSeconds === null) return 0;
  const [script, person] = INSTANT_SECONDS;
  return (
    INSTANT_STRENGTH * (1 - ramp(Math.log(Math.max(sinceSignupSeconds, script)), Math.log(script), Math.log(person)))
  );
}

/** The amount beside the user's own: ln of its ratio to the median and to the largest. */
function amountSignals({ amountMinor }: Subject, user: UserHistory): PartScore['signals'] {
  if (amountMinor === null || user.amounts === 0) return {};
  const logAmount = Math.log1p(amountMinor);
  return {
    amountAboveUsual: round4(logAmount - user.medianLogAmount),
    amountAboveMost: round4(logAmount - user.mostLogAmount),
  };
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
    signals[`${prefix}Events7d`] = signal.events7d;
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
