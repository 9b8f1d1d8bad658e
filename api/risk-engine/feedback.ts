import { recordEvidence } from '../../db/queries/evidence.ts';
import { hasAssessment, insertFeedback } from '../../db/queries/feedback.ts';
import { tenantKeyOf } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
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

  async handler({ body, caller }, { clock, db, hasher, signals }) {
    const { companyId, userId } = caller;
    const { assessmentId, outcome } = body;
    const now = clock.now();
    const recordedAt = new Date(now);
    if (!(await hasAssessment(db.knex, companyId, assessmentId))) throw new ApiError('NOT_FOUND');
    const feedback = { id: uuidv7(now), assessmentId, outcome, submittedBy: userId, recordedAt };
    await insertFeedback(db.knex, companyId, feedback);
    const tenantKey = tenantKeyOf(hasher, companyId);
    await recordEvidence(db.knex, companyId, { assessmentId, tenantKey, now: recordedAt });
    signals.send('feedback-recalibration', { companyId, assessmentId });
    return { assessmentId, outcome, status: 'accepted' as const, recordedAt: recordedAt.toISOString() };
  },
});
