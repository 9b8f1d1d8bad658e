import type { Connection } from '../../db/connect.ts';
import { hasAssessment } from '../../db/queries/feedback.ts';
import { insertReviewMove, lockReview, updateReview, type Review as StoredReview } from '../../db/queries/reviews.ts';
import { isTerminalReviewStatus, mayMoveReview, outcomeOfReview } from '../../engine/review-status.ts';
import type { Outcome } from '../../engine/vocabulary.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Caller } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { applyOutcome, recordFeedback } from '../risk-engine/record-feedback.ts';
import { presentReview } from './present.ts';
import { MoveReviewRequest, Review } from './schemas.ts';

export const moveReview = defineRoute({
  method: 'PATCH',
  path: '/reviews/status',
  name: 'moveReview',
  tag: 'Reviews',
  summary: 'Move a review case to another status',
  description:
    'Forward only; steps may be skipped. Closing a case as confirmed_fraud or false_positive also reports that outcome for its assessment.',
  access: { kind: 'bearer', permission: 'reviews:manage', feature: 'reviews' },
  body: MoveReviewRequest,
  response: Review,
  errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_STATUS_TRANSITION'],

  async handler({ body, caller }, dependencies) {
    const { clock, db } = dependencies;
    const { companyId, userId, email } = caller;
    const { reviewId, status, expectedStatus, analystNote } = body;
    const outcome = outcomeOfReview(status);
    const review = await db.knex.transaction(async (transaction) => {
      const before = await lockReview(transaction, companyId, reviewId);
      if (!before) throw new ApiError('NOT_FOUND');
      requireStatus(before, expectedStatus);
      requireMove(before, status);
      const now = clock.now();
      const at = new Date(now);
      const after: StoredReview = {
        ...before,
        status,
        analystNote: analystNote ?? before.analystNote,
        updatedAt: at,
        closedAt: isTerminalReviewStatus(status) ? at : null,
      };
      await updateReview(transaction, companyId, after);
      const move = { id: uuidv7(now), from: before.status, to: status, actorId: userId, actorEmail: email, at };
      await insertReviewMove(transaction, companyId, reviewId, move);
      if (outcome) await reportOutcome(transaction, { caller, clock }, after, outcome);
      return after;
    });
    if (outcome) await applyOutcome(dependencies, companyId, review.assessmentId);
    return presentReview(review);
  },
});

/** @throws ApiError CONFLICT when the caller saw the case elsewhere */
function requireStatus({ status }: StoredReview, expected: StoredReview['status'] | undefined): void {
  if (expected === undefined || expected === status) return;
  throw new ApiError('CONFLICT', { message: `The review was moved to ${status} meanwhile` });
}

/** @throws ApiError INVALID_STATUS_TRANSITION unless the case may move there */
function requireMove({ status: from }: StoredReview, to: StoredReview['status']): void {
  if (mayMoveReview(from, to)) return;
  throw new ApiError('INVALID_STATUS_TRANSITION', { message: `A review cannot move from ${from} to ${to}` });
}

/** A case may outlive its assessment; then there is nothing left to learn from. */
async function reportOutcome(
  transaction: Connection,
  by: { caller: Caller } & Pick<Dependencies, 'clock'>,
  { assessmentId }: StoredReview,
  outcome: Outcome,
): Promise<void> {
  if (!(await hasAssessment(transaction, by.caller.companyId, assessmentId))) return;
  await recordFeedback(transaction, by, { assessmentId, outcome });
}
