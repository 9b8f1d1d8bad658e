import { hasAssessment } from '../../db/queries/feedback.ts';
import { insertReview, insertReviewMove, type Review as StoredReview } from '../../db/queries/reviews.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { presentReview } from './present.ts';
import { OpenReviewRequest, Review, REVIEWS_PATH } from './schemas.ts';

export const openReview = defineRoute({
  method: 'POST',
  path: REVIEWS_PATH,
  name: 'openReview',
  tag: 'Reviews',
  summary: 'Open a review case for an assessment',
  description: 'The caller is its analyst. An assessment has at most one case that is not closed.',
  access: { kind: 'bearer', permission: 'reviews:manage', feature: 'reviews' },
  body: OpenReviewRequest,
  status: 201,
  response: Review,
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ body, caller }, { clock, db }) {
    const { companyId, userId, email } = caller;
    const { assessmentId, analystNote = null } = body;
    if (!(await hasAssessment(db.knex, companyId, assessmentId))) throw new ApiError('NOT_FOUND');
    const now = clock.now();
    const createdAt = new Date(now);
    const review: StoredReview = {
      id: uuidv7(now),
      assessmentId,
      status: 'open',
      analystId: userId,
      analystEmail: email,
      analystNote,
      createdAt,
      updatedAt: createdAt,
      closedAt: null,
    };
    await db.knex.transaction(async (transaction) => {
      if (!(await insertReview(transaction, companyId, review))) {
        throw new ApiError('CONFLICT', { message: 'The assessment has a review that is not closed' });
      }
      await insertReviewMove(transaction, companyId, review.id, {
        id: uuidv7(now),
        from: null,
        to: 'open',
        actorId: userId,
        actorEmail: email,
        at: createdAt,
      });
    });
    return presentReview(review);
  },
});
