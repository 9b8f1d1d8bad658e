import Type from 'typebox';
import { countByScore } from '../../db/queries/analytics.ts';
import { defineRoute } from '../http/define-route.ts';
import { analyticsRangeParameters, readAnalyticsRange } from './analytics-range.ts';
import { ScoreDistribution } from './schemas.ts';

export const getScoreDistribution = defineRoute({
  method: 'GET',
  path: '/risk-engine/analytics/score-distribution',
  name: 'getScoreDistribution',
  tag: 'Analytics',
  summary: 'Count assessments by score',
  description: 'Ten buckets of ten points each; empty ones are zeros.',
  access: { kind: 'bearer', permission: 'analytics:view', subscription: true },
  query: Type.Object(analyticsRangeParameters),
  response: ScoreDistribution,

  async handler({ query, caller }, { clock, db }) {
    return { data: await countByScore(db.knex, caller.companyId, readAnalyticsRange(query, clock.now())) };
  },
});
