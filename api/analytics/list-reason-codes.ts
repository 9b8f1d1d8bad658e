import Type from 'typebox';
import { countByReason } from '../../db/queries/analytics.ts';
import { REASON_CODES } from '../../engine/vocabulary.ts';
import { defineRoute } from '../http/define-route.ts';
import { analyticsRangeParameters, readAnalyticsRange } from './analytics-range.ts';
import { ReasonCodeRanking } from './schemas.ts';

const ALL_REASONS = Object.keys(REASON_CODES).length;

export const listReasonCodes = defineRoute({
  method: 'GET',
  path: '/risk-engine/analytics/reason-codes',
  name: 'listReasonCodes',
  tag: 'Analytics',
  summary: 'Rank reason codes by frequency',
  access: { kind: 'bearer', permission: 'analytics:view', subscription: true },
  query: Type.Object({
    ...analyticsRangeParameters,
    limit: Type.Integer({ minimum: 1, maximum: ALL_REASONS, default: ALL_REASONS }),
  }),
  response: ReasonCodeRanking,

  async handler({ query, caller }, { clock, db }) {
    const range = readAnalyticsRange(query, clock.now());
    return { data: await countByReason(db.knex, caller.companyId, { ...range, limit: query.limit }) };
  },
});
