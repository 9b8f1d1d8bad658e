import Type from 'typebox';
import { countByScore } from '../../db/queries/analytics.ts';
import { SCORE_BUCKETS, type ScoreBuckets } from '../../engine/vocabulary.ts';
import { defineRoute } from '../http/define-route.ts';
import { analyticsRangeParameters, readAnalyticsRange } from './analytics-range.ts';
import { ScoreDistribution } from './schemas.ts';

export const getScoreDistribution = defineRoute({
  method: 'GET',
  path: '/risk-engine/analytics/score-distribution',
  name: 'getScoreDistribution',
  tag: 'Analytics',
  summary: 'Count assessments by score and action',
  description: 'Buckets of the same width, ten unless asked otherwise; empty ones are zeros.',
  access: { kind: 'bearer', permission: 'analytics:view', subscription: true },
  query: Type.Object({
    ...analyticsRangeParameters,
    buckets: Type.Unsafe<ScoreBuckets>({ type: 'integer', enum: [...SCORE_BUCKETS], default: 10 }),
  }),
  response: ScoreDistribution,

  async handler({ query, caller }, { clock, db }) {
    const range = readAnalyticsRange(query, clock.now());
    return { data: await countByScore(db.knex, caller.companyId, { ...range, buckets: query.buckets }) };
  },
});
