import Type from 'typebox';
import { summarizeAssessments } from '../../db/queries/analytics.ts';
import { countReviewQueue } from '../../db/queries/review-queue.ts';
import { defineRoute } from '../http/define-route.ts';
import { analyticsRangeParameters, presentRange, readAnalyticsRange } from './analytics-range.ts';
import { AnalyticsSummary } from './schemas.ts';

export const getAnalyticsSummary = defineRoute({
  method: 'GET',
  path: '/risk-engine/analytics/summary',
  name: 'getAnalyticsSummary',
  tag: 'Analytics',
  summary: 'Read the key figures of a time',
  access: { kind: 'bearer', permission: 'analytics:view', subscription: true },
  query: Type.Object(analyticsRangeParameters),
  response: AnalyticsSummary,

  async handler({ query, caller }, { clock, db }) {
    const { companyId } = caller;
    const range = readAnalyticsRange(query, clock.now());
    const [figures, reviewQueueDepth] = await Promise.all([
      summarizeAssessments(db.knex, companyId, range),
      countReviewQueue(db.knex, companyId),
    ]);
    return { ...presentRange(range), ...figures, reviewQueueDepth };
  },
});
