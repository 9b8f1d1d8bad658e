import type { OverviewSearch } from './search.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type Days = NonNullable<OverviewSearch['days']>;
export const DEFAULT_DAYS: Days = 30;

export interface Range {
  from: string;
  interval: 'hour' | 'day';
  /** The time of the same length before it. */
  previous: { from: string; to: string };
}

/**
 * The last so many days, whole buckets each: a day is 24 hours that end with the current one, more days are days of UTC that
 * end with today.
 *
 * @param now milliseconds since the Unix epoch
 */
export function rangeOf(days: Days, now: number): Range {
  const step = days === 1 ? HOUR_MS : DAY_MS;
  const from = Math.floor(now / step) * step - (days * DAY_MS - step);
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS;
  return {
    from: new Date(from).toISOString(),
    interval: days === 1 ? 'hour' : 'day',
    previous: {
      from: new Date(from - days * DAY_MS).toISOString(),
      to: new Date(thisHour + HOUR_MS - days * DAY_MS).toISOString(),
    },
  };
}
