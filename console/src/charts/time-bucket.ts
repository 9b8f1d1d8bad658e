import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { EvaluationSearch } from '../screens/evaluations/search.ts';

export type Interval = Schemas['TimeSeries']['interval'];
export type TimeBucket = Schemas['TimeSeries']['data'][number];

const LENGTH_MS: Readonly<Record<Interval, number>> = { hour: 3_600_000, day: 86_400_000 };
/** Days are those of UTC: told in another zone, one would seem to begin the day before. */
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const HOUR_OF_DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** The time of a bucket, short enough for an axis. */
export function formatBucket(timestamp: string, interval: Interval): string {
  return (interval === 'day' ? DAY : HOUR).format(new Date(timestamp));
}

/** The time of a bucket by itself. */
export function describeBucket(timestamp: string, interval: Interval): string {
  const start = new Date(timestamp);
  if (interval === 'day') return WEEKDAY.format(start);
  return `${HOUR_OF_DAY.format(start)}–${HOUR.format(start.getTime() + LENGTH_MS.hour)}`;
}

/** The list of the evaluations of a bucket. */
export function searchOfBucket(timestamp: string, interval: Interval): EvaluationSearch {
  const start = Date.parse(timestamp);
  return { from: new Date(start).toISOString(), to: new Date(start + LENGTH_MS[interval]).toISOString() };
}
