import Type from 'typebox';
import { findEvaluation } from '../../db/queries/evaluations.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { uuid } from '../http/schema.ts';
import { EvaluationDetail } from './evaluation-schemas.ts';
import { presentEvaluationDetail } from './present-evaluation.ts';

export const getEvaluation = defineRoute({
  method: 'GET',
  path: '/risk-engine/evaluations/:evaluationId',
  name: 'getEvaluation',
  tag: 'Evaluations',
  summary: 'Read one stored evaluation',
  description: 'With the context of its request; personal data in it is masked.',
  access: { kind: 'bearer', permission: 'events:view', feature: 'event_explorer' },
  params: Type.Object({ evaluationId: uuid() }),
  response: EvaluationDetail,
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const evaluation = await findEvaluation(db.knex, caller.companyId, params.evaluationId);
    if (!evaluation) throw new ApiError('NOT_FOUND');
    return presentEvaluationDetail(evaluation);
  },
});
