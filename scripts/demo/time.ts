import type { Random } from './random.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** From when to when something happens, in milliseconds since the Unix epoch. */
export interface Period {
  from: number;
  to: number;
}

/** Shops are busiest from morning to evening: hours of a day (UTC), the likelier ones more than once. */
const SHOPPING_HOURS = [8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 22];

/** So many moments of a period in daytime, in time order. */
export function daytimeMoments(random: Random, { from, to }: Period, count: number): number[] {
  return Array.from({ length: count }, () => {
    const anyMoment = from + random.next() * (to - from);
    const daytime = Math.floor(anyMoment / DAY) * DAY + random.pick(SHOPPING_HOURS) * HOUR + (anyMoment % HOUR);
    return Math.round(daytime >= from && daytime < to ? daytime : anyMoment);
  }).sort((one, other) => one - other);
}
