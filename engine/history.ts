import type { Baseline, EntityVelocity, UserHistory } from './signals.ts';
import type { EntityType } from './vocabulary.ts';

/**
 * Whose whole history is looked at: what is usual for a user, and whether a device is known. Of the others only what
 * happened in WEEK_SECONDS counts, which for most of them is far less.
 */
export const LASTING_TYPES = ['user', 'device'] as const satisfies readonly EntityType[];
export const WEEK_SECONDS = 604_800;

/** What velocity distinguishes among events. */
export type PastKind = 'assess' | 'payment_failed' | 'payment_succeeded' | 'user_created' | 'money_back' | 'other';

/**
 * The latest HISTORY_LIMIT events of an entity, in any order, as far as velocity looks at them. Every request reads hundreds
 * of them: they are asked for one by one instead of made into objects. Fingerprints are equal or not; 0 is none.
 */
export interface History {
  readonly length: number;
  /** Seconds before the moment of the assessment, at least 0. */
  age(index: number): number;
  kind(index: number): PastKind;
  /** In minor units of the currency of the request; null without one or in another currency. */
  amount(index: number): number | null;
  user(index: number): number;
  transaction(index: number): number;
  device(index: number): number;
  payment(index: number): number;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Share of a normal distribution that lies below one standard deviation above its mean. */
const ONE_SIGMA = 0.8413;

/** What happened around one entity. */
export function summarizeVelocity(history: History): EntityVelocity {
  const users = new Set<number>();
  const payments = new Set<number>();
  const failed1h = new Set<number>();
  const failed24h = new Set<number>();
  const minute = new Attempts();
  const tenMinutes = new Attempts();
  const hour = new Attempts();
  let events24h = 0;
  let events7d = 0;
  let amountPaid24h = 0;
  let spanSeconds = 0;
  for (let index = 0; index < history.length; index += 1) {
    const age = history.age(index);
    spanSeconds = Math.max(spanSeconds, age);
    if (age <= WEEK_SECONDS) events7d += 1;
    if (age > DAY) continue;
    const kind = history.kind(index);
    const payment = history.payment(index);
    events24h += 1;
    users.add(history.user(index));
    if (payment !== 0) payments.add(payment);
    if (payment !== 0 && kind === 'payment_failed') (age <= HOUR ? failed1h : failed24h).add(payment);
    if (kind === 'payment_succeeded') amountPaid24h += history.amount(index) ?? 0;
    if (age <= HOUR) hour.add(kind);
    if (age <= 10 * MINUTE) tenMinutes.add(kind);
    if (age <= MINUTE) minute.add(kind);
  }
  return {
    events1m: minute.events,
    events1h: hour.events,
    attempts1m: minute.attempts,
    attempts10m: tenMinutes.attempts,
    attempts1h: hour.attempts,
    events24h,
    events7d,
    spanSeconds,
    users24h: users.size,
    payments24h: payments.size,
    failedMethods1h: failed1h.size,
    failedMethods24h: new Set([...failed1h, ...failed24h]).size,
    amountPaid24h,
  };
}

/** The events of some time, and how many of them are neither failed payments nor the assessments that may have led to them. */
class Attempts {
  events = 0;
  #failed = 0;
  #assessed = 0;

  add(kind: PastKind): void {
    this.events += 1;
    if (kind === 'payment_failed') this.#failed += 1;
    if (kind === 'assess') this.#assessed += 1;
  }

  get attempts(): number {
    return this.events - this.#failed - Math.min(this.#assessed, this.#failed);
  }
}

/**
 * How amounts and events used to be.
 *
 * @param transaction fingerprint of the transaction being assessed: its own earlier events are no baseline for its amount
 * @param leftOut the seconds before the moment whose amounts are left out, too
 */
export function summarizeBaseline(history: History, transaction: number, leftOut = Number.NEGATIVE_INFINITY): Baseline {
  const amounts: number[] = [];
  for (let index = 0; index < history.length; index += 1) {
    const amount = history.amount(index);
    if (amount === null || history.age(index) <= leftOut || history.kind(index) === 'money_back') continue;
    if (history.transaction(index) !== transaction) amounts.push(amount);
  }
  const sorted = Float64Array.from(amounts).sort();
  const median = quantile(sorted, 0.5);
  return {
    events: history.length,
    amounts: sorted.length,
    medianLogAmount: median,
    spreadLogAmount: quantile(sorted, ONE_SIGMA) - median,
    mostLogAmount: Math.log1p(sorted.at(-1) ?? 0),
  };
}

/** Of ln(1 + amount), between the two next to that share of the sorted amounts on a straight line; 0 of none. */
function quantile(sorted: Float64Array, share: number): number {
  const position = Math.max(0, share * (sorted.length - 1));
  const low = Math.log1p(sorted[Math.floor(position)] ?? 0);
  const high = Math.log1p(sorted[Math.ceil(position)] ?? 0);
  return low + (high - low) * (position - Math.floor(position));
}

/**
 * What is known of the user alone.
 *
 * @param request fingerprints of its transaction and device; the device is 0 when there is none
 */
export function summarizeUser(history: History, request: { transaction: number; device: number }): UserHistory {
  const devices = new Set<number>();
  let eventsOnDevice = 0;
  let sinceSignupSeconds: number | null = null;
  for (let index = 0; index < history.length; index += 1) {
    const device = history.device(index);
    if (device !== 0) devices.add(device);
    if (device !== 0 && device === request.device) eventsOnDevice += 1;
    if (history.kind(index) === 'user_created') {
      sinceSignupSeconds = Math.min(sinceSignupSeconds ?? Infinity, history.age(index));
    }
  }
  return {
    ...summarizeBaseline(history, request.transaction, HOUR),
    devices: devices.size,
    eventsOnDevice,
    sinceSignupSeconds,
  };
}
