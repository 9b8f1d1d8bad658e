import Type from 'typebox';
import type { AnalyticsRange } from '../../db/queries/analytics.ts';
import { ApiError } from '../http/errors.ts';
import { timestamp } from '../http/schema.ts';
import { readTimeRange } from '../http/time-range.ts';

const HOUR_MS = 60 * 60 * 1000;
const DEFAULT_LENGTH_MS = 30 * 24 * HOUR_MS;

/** For queries of figures about a time; spread into their schema. */
export const analyticsRangeParameters = {
  from: Type.Optional(
    timestamp({ description: 'The first moment; unless given, 30 days before `to`, at the start of that hour (UTC)' }),
  ),
  to: Type.Optional(timestamp({ description: 'The first moment after the last; unless given, now is the last' })),
};

/**
 * The time that figures are asked for, by default the last 30 days.
 *
 * @param now milliseconds since the Unix epoch
 * @throws ApiError VALIDATION_FAILED unless `from` is before `to`
 */
export function readAnalyticsRange(query: { from?: string; to?: string }, now: number): AnalyticsRange {
  const given = readTimeRange(query);
  const to = given.to ?? new Date(now + 1);
  const from = given.from ?? new Date(Math.floor((to.getTime() - DEFAULT_LENGTH_MS) / HOUR_MS) * HOUR_MS);
  if (from < to) return { from, to };
  throw new ApiError('VALIDATION_FAILED', { details: [{ path: '/from', message: 'must be in the past' }] });
}

/** The range as it is answered: a client that left it out sees what it was. */
export function presentRange({ from, to }: AnalyticsRange): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
