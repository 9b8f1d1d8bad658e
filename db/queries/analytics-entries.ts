import { uuidv7Floor } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';
import { entriesSql, LOWEST_ID, type Dimension } from './analytics-rollup.ts';
import type { AnalyticsRange } from './analytics.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** How many assessments count under a value, in a bucket of time if there are any. */
export interface EntryRow {
  bucket: Date | null;
  dimension: Dimension;
  value: string;
  count: number;
  score_sum: number;
}

interface CountOptions {
  dimensions: readonly Dimension[];
  bucket?: 'hour' | 'day';
}

/**
 * Adds up whole days from the roll-up, whole hours before and after them, and the rest one by one: the part of an hour
 * before the first whole one, what came after the watermark, and the part of an hour at the end if the roll-up is past
 * it. The roll-up and its watermark move in one transaction, so one statement sees each assessment exactly once.
 */
export async function countEntries(
  connection: Connection,
  companyId: string,
  { from, to }: AnalyticsRange,
  { dimensions, bucket }: CountOptions,
): Promise<EntryRow[]> {
  const firstHour = floorTo(from.getTime() + HOUR_MS - 1, HOUR_MS);
  const lastHour = floorTo(to.getTime(), HOUR_MS);
  const { rows } = await connection.raw<{ rows: EntryRow[] }>(countSql(dimensions, bucket), {
    companyId,
    dimensions,
    lowest: LOWEST_ID,
    to,
    firstHour: new Date(firstHour),
    lastHour: new Date(lastHour),
    // By the hour, no day is added up as a whole.
    firstDay: bucket === 'hour' ? 'infinity' : new Date(floorTo(from.getTime() + DAY_MS - 1, DAY_MS)),
    lastDay: new Date(floorTo(to.getTime(), DAY_MS)),
    fromId: firstIdOf(from.getTime()),
    toId: firstIdOf(to.getTime()),
    firstHourId: firstIdOf(firstHour),
    lastHourId: firstIdOf(lastHour),
    headEndId: firstIdOf(Math.min(firstHour, to.getTime())),
  });
  return rows;
}

const COUNTED_COLUMNS = 'a.created_at, a.action, a.risk_level, a.risk_score, a.reason_codes';

/** SQL of the sums of the roll-up per hour or per day, from a moment to another. */
const sumsSql = (unit: 'hour' | 'day', from: string, to: string) => `
    select s.${unit} as hour, s.dimension, s.value, s.count, s.score_sum from span
    join analytics_${unit}s s on s.company_id = :companyId and s.dimension = any (:dimensions)
      and s.${unit} >= ${from} and s.${unit} < ${to}`;

/**
 * While the watermark is before the end of the range, all that is rolled up from the first hour, or day, on is in the
 * range.
 */
const countSql = (dimensions: readonly Dimension[], bucket?: 'hour' | 'day') => `
  with watermark as materialized (
    select coalesce((select w.counted_below from analytics_watermarks w where w.company_id = :companyId),
      cast(:lowest as uuid)) as counted_below
  ), span as (
    select greatest(:firstDay, case when counted_below <= :toId then cast(:to as timestamptz) else :lastDay end) as days_end,
      case when counted_below <= :toId then cast(:to as timestamptz) else :lastHour end as hours_end,
      greatest(cast(:firstHourId as uuid), case when counted_below <= :toId then counted_below else :lastHourId end)
        as tail_id
    from watermark
  ), assessed as (
    select ${COUNTED_COLUMNS} from assessments a
    where a.company_id = :companyId and a.id >= :fromId and a.id < :headEndId
    union all
    select ${COUNTED_COLUMNS} from span
    join assessments a on a.company_id = :companyId and a.id >= span.tail_id and a.id < :toId
  ), entries as (${sumsSql('day', ':firstDay', 'span.days_end')}
    union all ${sumsSql('hour', ':firstHour', 'least(:firstDay, span.hours_end)')}
    union all ${sumsSql('hour', 'span.days_end', 'span.hours_end')}
    union all ${entriesSql('assessed', dimensions)}
  )
  select ${bucket ? `date_trunc('${bucket}', hour, 'UTC')` : 'cast(null as timestamptz)'} as bucket, dimension, value,
    cast(sum(count) as bigint) as count, cast(sum(score_sum) as float8) as score_sum
  from entries group by 1, 2, 3`;

/** The start of the UTC interval that a moment is in; all in milliseconds. */
export function floorTo(moment: number, length: number): number {
  return Math.floor(moment / length) * length;
}

/** A range may start before ids do, in 1970. */
function firstIdOf(moment: number): string {
  return uuidv7Floor(Math.max(moment, 0));
}
