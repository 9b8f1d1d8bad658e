import Type from 'typebox';
import { listEvaluations } from '../../db/queries/evaluations.ts';
import { defineRoute } from '../http/define-route.ts';
import { readTimeRange, timeRangeParameters } from '../http/time-range.ts';
import { presentEvaluation } from '../risk-engine/present-evaluation.ts';
import { RecentBlocks } from './schemas.ts';

const SHOWN = 5;

export const listRecentBlocks = defineRoute({
  method: 'GET',
  path: '/risk-engine/analytics/recent-blocks',
  name: 'listRecentBlocks',
  tag: 'Analytics',
  summary: 'List the last five blocked evaluations',
  description: 'The latest first, of all time unless a range is given.',
  access: { kind: 'bearer', permission: 'analytics:view', subscription: true },
  query: Type.Object(timeRangeParameters),
  response: RecentBlocks,

  async handler({ query, caller }, { db }) {
    const evaluations = await listEvaluations(db.knex, caller.companyId, {
      ...readTimeRange(query),
      action: 'block',
      sort: 'createdAt:desc',
      offset: 0,
      limit: SHOWN,
    });
    return { data: evaluations.map(presentEvaluation) };
  },
});
