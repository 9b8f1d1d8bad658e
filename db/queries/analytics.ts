import {
  REASON_CODES,
  type Action,
  type ReasonCategory,
  type ReasonCode,
  type RiskLevel,
  type ScoreBuckets,
} from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import { countEntries, DAY_MS, floorTo, HOUR_MS, type EntryRow } from './analytics-entries.ts';

const INTERVAL_MS = { hour: HOUR_MS, day: DAY_MS };

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

/** The assessments of a range of scores; those of hours that were counted before actions were have none. */
export interface ScoreBucket extends Record<Action, number> {
  /** Whole points; the last bucket has its end, 100, in it, the others have not. */
  from: number;
  to: number;
  count: number;
}

/** Assessments by score and action, in buckets of the same width. */
export async function countByScore(
  connection: Connection,
  companyId: string,
  { buckets, ...range }: AnalyticsRange & { buckets: ScoreBuckets },
): Promise<ScoreBucket[]> {
  const rows = await countEntries(connection, companyId, range, { dimensions: ['point'] });
  const width = 100 / buckets;
  const distribution = Array.from({ length: buckets }, (_, index) => {
    return { from: index * width, to: (index + 1) * width, count: 0, allow: 0, review: 0, block: 0 };
  });
  for (const { value, count } of rows) {
    const [action, point] = value.split(':') as [Action | '', string];
    const bucket = distribution[Math.floor(Number(point) / width)]!;
    bucket.count += count;
    if (action !== '') bucket[action] += count;
  }
  return distribution;
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
