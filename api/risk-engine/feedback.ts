import { hasAssessment } from '../../db/queries/feedback.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { applyOutcome, recordFeedback } from './record-feedback.ts';
import { FeedbackRequest, FeedbackResponse } from './schemas.ts';

export const submitFeedback = defineRoute({
  method: 'POST',
  path: '/risk-engine/feedback',
  name: 'submitFeedback',
  tag: 'Risk engine',
  summary: 'Report the final outcome of an assessment',
  description: 'The latest outcome of an assessment counts; assessments made from now on react to it.',
  access: { kind: 'bearer', permission: 'feedback:submit', subscription: true },
  body: FeedbackRequest,
  response: FeedbackResponse,
  errors: ['NOT_FOUND'],

  async handler({ body, caller }, dependencies) {
    const { db, clock } = dependencies;
    const { companyId } = caller;
    const { assessmentId, outcome } = body;
    if (!(await hasAssessment(db.knex, companyId, assessmentId))) throw new ApiError('NOT_FOUND');
    const recordedAt = await recordFeedback(db.knex, { caller, clock }, { assessmentId, outcome });
    await applyOutcome(dependencies, companyId, assessmentId);
    return { assessmentId, outcome, status: 'accepted' as const, recordedAt: recordedAt.toISOString() };
  },
});
