import Type from 'typebox';
import { countByInterval, type AnalyticsRange } from '../../db/queries/analytics.ts';
import { ANALYTICS_INTERVALS, type AnalyticsInterval } from '../../engine/vocabulary.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { enumOf } from '../http/schema.ts';
import { analyticsRangeParameters, presentRange, readAnalyticsRange } from './analytics-range.ts';
import { TimeSeries } from './schemas.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest answer is of a few thousand buckets. */
const LONGEST_DAYS: Readonly<Record<AnalyticsInterval, number>> = { hour: 31, day: 3_660 };

export const getTimeSeries = defineRoute({
  method: 'GET',
  path: '/risk-engine/analytics/time-series',
  name: 'getTimeSeries',
  tag: 'Analytics',
  summary: 'Count assessments by action, per hour or day',
  description:
    `Hours and days are those of UTC; empty ones are zeros. By hour at most ${LONGEST_DAYS.hour} days can be asked for, ` +
    `by day at most ${LONGEST_DAYS.day}.`,
  access: { kind: 'bearer', permission: 'analytics:view', subscription: true },
  query: Type.Object({
    ...analyticsRangeParameters,
    interval: enumOf(ANALYTICS_INTERVALS, { default: 'day' }),
  }),
  response: TimeSeries,

  async handler({ query, caller }, { clock, db }) {
    const { interval } = query;
    const range = readAnalyticsRange(query, clock.now());
    refuseTooLong(range, interval);
    const series = await countByInterval(db.knex, caller.companyId, { ...range, interval });
    const data = series.map((bucket) => ({ ...bucket, timestamp: bucket.timestamp.toISOString() }));
    return { interval, ...presentRange(range), data };
  },
});

function refuseTooLong({ from, to }: AnalyticsRange, interval: AnalyticsInterval): void {
  const longest = LONGEST_DAYS[interval];
  if (to.getTime() - from.getTime() <= longest * DAY_MS) return;
  const message = `must be at most ${longest} days before to when the interval is ${interval}`;
  throw new ApiError('VALIDATION_FAILED', { details: [{ path: '/from', message }] });
}
