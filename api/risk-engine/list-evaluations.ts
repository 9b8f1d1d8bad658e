import { findEvaluationPage } from '../../db/queries/evaluations.ts';
import { defineRoute } from '../http/define-route.ts';
import { toPage } from '../http/schema.ts';
import { readTimeRange } from '../http/time-range.ts';
import { EvaluationListQuery, EvaluationPage } from './evaluation-schemas.ts';
import { presentEvaluation } from './present-evaluation.ts';

export const listEvaluations = defineRoute({
  method: 'GET',
  path: '/risk-engine/evaluations',
  name: 'listEvaluations',
  tag: 'Evaluations',
  summary: 'List stored evaluations',
  description: 'Every filter narrows the list further. `meta.total` is exact, whatever the filters.',
  access: { kind: 'bearer', permission: 'events:view', feature: 'event_explorer' },
  query: EvaluationListQuery,
  response: EvaluationPage,

  async handler({ query, caller }, { db }) {
    const { page, limit, action, riskLevel, reasonCode, minScore, maxScore, search, sort } = query;
    const { total, evaluations } = await findEvaluationPage(db.knex, caller.companyId, {
      ...readTimeRange(query),
      action,
      riskLevel,
      reasonCode,
      minScore,
      maxScore,
      search,
      sort,
      offset: (page - 1) * limit,
      limit,
    });
    return toPage(evaluations.map(presentEvaluation), total, { page, limit });
  },
});
