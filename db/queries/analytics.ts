import {
  REASON_CODES,
  type Action,
  type ReasonCategory,
  type ReasonCode,
  type RiskLevel,
} from '../../engine/vocabulary.ts';
import { uuidv7Floor } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';
import { entriesSql, LOWEST_ID, type Dimension } from './analytics-rollup.ts';

const HOUR_MS = 60 * 60 * 1000;
const INTERVAL_MS = { hour: HOUR_MS, day: 24 * HOUR_MS };

/** The time analytics are about, to the millisecond; the end is not in it. */
export interface AnalyticsRange {
  from: Date;
  to: Date;
}

export interface AnalyticsSummary {
  totalAssessments: number;
  allowCount: number;
  reviewCount: number;
  blockCount: number;
  /** 0 to 1. */
  blockRate: number;
  /** 0 to 100, two decimals; 0 when there is no assessment. */
  averageScore: number;
}

/** The figures of a time (contract section 4), exact at the time of the statement. */
export async function summarizeAssessments(
  connection: Connection,
  companyId: string,
  range: AnalyticsRange,
): Promise<AnalyticsSummary> {
  const rows = await countEntries(connection, companyId, range, { dimensions: ['verdict'] });
  const counts = countActions(rows);
  const hundredths = Math.round(rows.reduce((sum, { score_sum }) => sum + score_sum, 0) * 100);
  return {
    totalAssessments: counts.total,
    allowCount: counts.allow,
    reviewCount: counts.review,
    blockCount: counts.block,
    blockRate: counts.block / Math.max(counts.total, 1),
    averageScore: Math.round(hundredths / Math.max(counts.total, 1)) / 100,
  };
}

/** How many assessments have an action and a risk level. */
export interface VerdictCount {
  action: Action;
  riskLevel: RiskLevel;
  count: number;
}

/** Assessments by action and risk level; pairs without any are left out. */
export async function countByVerdict(
  connection: Connection,
  companyId: string,
  range: AnalyticsRange,
): Promise<VerdictCount[]> {
  const rows = await countEntries(connection, companyId, range, { dimensions: ['verdict'] });
  return rows.map(({ value, count }) => {
    const [action, riskLevel] = value.split(':') as [Action, RiskLevel];
    return { action, riskLevel, count };
  });
}

export type ActionCounts = Record<Action | 'total', number>;

/** Assessments by action in each UTC hour or day that the range touches, the first and the last as far as they are in it. */
export async function countByInterval(
  connection: Connection,
  companyId: string,
  { interval, ...range }: AnalyticsRange & { interval: 'hour' | 'day' },
): Promise<(ActionCounts & { timestamp: Date })[]> {
  const rows = await countEntries(connection, companyId, range, { dimensions: ['verdict'], bucket: interval });
  const byStart = new Map<number | undefined, EntryRow[]>();
  for (const row of rows) {
    const start = row.bucket?.getTime();
    byStart.set(start, [...(byStart.get(start) ?? []), row]);
  }
  const series: (ActionCounts & { timestamp: Date })[] = [];
  const length = INTERVAL_MS[interval];
  for (let start = floorTo(range.from.getTime(), length); start < range.to.getTime(); start += length) {
    series.push({ timestamp: new Date(start), ...countActions(byStart.get(start) ?? []) });
  }
  return series;
}

/** Assessments by score, in ten buckets of ten; a score of 100 is in the last. */
export async function countByScore(
  connection: Connection,
  companyId: string,
  range: AnalyticsRange,
): Promise<{ from: number; to: number; count: number }[]> {
  const rows = await countEntries(connection, companyId, range, { dimensions: ['score'] });
  const byTen = new Map(rows.map(({ value, count }) => [value, count]));
  return Array.from({ length: 10 }, (_, ten) => ({
    from: ten * 10,
    to: (ten + 1) * 10,
    count: byTen.get(String(ten)) ?? 0,
  }));
}

export interface ReasonCount {
  code: ReasonCode;
  category: ReasonCategory;
  count: number;
  /** Of all assessments of the time, how many have this reason: 0 to 1. */
  share: number;
}

/** The most frequent reason codes, at most `limit`; those as frequent as each other by name. */
export async function countByReason(
  connection: Connection,
  companyId: string,
  { limit, ...range }: AnalyticsRange & { limit: number },
): Promise<ReasonCount[]> {
  const rows = await countEntries(connection, companyId, range, { dimensions: ['verdict', 'reason'] });
  const { total } = countActions(rows);
  return rows
    .filter(({ dimension }) => dimension === 'reason')
    .map(({ value, count }) => ({ code: value as ReasonCode, count }))
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
    .slice(0, limit)
    .map(({ code, count }) => ({ code, category: REASON_CODES[code], count, share: count / total }));
}

interface EntryRow {
  bucket: Date | null;
  dimension: Dimension;
  value: string;
  count: number;
  score_sum: number;
}

function countActions(rows: readonly EntryRow[]): ActionCounts {
  const counts: ActionCounts = { allow: 0, review: 0, block: 0, total: 0 };
  for (const { dimension, value, count } of rows) {
    if (dimension !== 'verdict') continue;
    const [action] = value.split(':') as [Action];
    counts[action] += count;
    counts.total += count;
  }
  return counts;
}

interface CountOptions {
  dimensions: readonly Dimension[];
  bucket?: 'hour' | 'day';
}

/**
 * Adds up whole hours from the roll-up and the rest one by one: the part of an hour before the first whole one, what
 * came after the watermark, and the part of an hour at the end if the roll-up is past it. The roll-up and its watermark
 * move in one transaction, so one statement sees each assessment exactly once.
 */
async function countEntries(
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
    fromId: firstIdOf(from.getTime()),
    toId: firstIdOf(to.getTime()),
    firstHourId: firstIdOf(firstHour),
    lastHourId: firstIdOf(lastHour),
    headEndId: firstIdOf(Math.min(firstHour, to.getTime())),
  });
  return rows;
}

const COUNTED_COLUMNS = 'a.created_at, a.action, a.risk_level, a.risk_score, a.reason_codes';

/** While the watermark is before the end of the range, all that is rolled up from the first hour on is in the range. */
const countSql = (dimensions: readonly Dimension[], bucket?: 'hour' | 'day') => `
  with watermark as materialized (
    select coalesce((select w.counted_below from analytics_watermarks w where w.company_id = :companyId),
      cast(:lowest as uuid)) as counted_below
  ), span as (
    select case when counted_below <= :toId then cast(:to as timestamptz) else :lastHour end as rolled_up_end,
      greatest(cast(:firstHourId as uuid), case when counted_below <= :toId then counted_below else :lastHourId end)
        as tail_id
    from watermark
  ), assessed as (
    select ${COUNTED_COLUMNS} from assessments a
    where a.company_id = :companyId and a.id >= :fromId and a.id < :headEndId
    union all
    select ${COUNTED_COLUMNS} from span
    join assessments a on a.company_id = :companyId and a.id >= span.tail_id and a.id < :toId
  ), entries as (
    select h.hour, h.dimension, h.value, h.count, h.score_sum from span
    join analytics_hours h on h.company_id = :companyId and h.dimension = any (:dimensions)
      and h.hour >= :firstHour and h.hour < span.rolled_up_end
    union all ${entriesSql('assessed', dimensions)}
  )
  select ${bucket ? `date_trunc('${bucket}', hour, 'UTC')` : 'cast(null as timestamptz)'} as bucket, dimension, value,
    cast(sum(count) as bigint) as count, cast(sum(score_sum) as float8) as score_sum
  from entries group by 1, 2, 3`;

/** The start of the UTC interval that a moment is in; all in milliseconds. */
function floorTo(moment: number, length: number): number {
  return Math.floor(moment / length) * length;
}

/** A range may start before ids do, in 1970. */
function firstIdOf(moment: number): string {
  return uuidv7Floor(Math.max(moment, 0));
}
