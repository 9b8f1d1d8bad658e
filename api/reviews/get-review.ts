import { findReview, findReviewedAssessment, listReviewMoves } from '../../db/queries/reviews.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { presentReviewDetails } from './present.ts';
import { ReviewDetails, ReviewParams } from './schemas.ts';

export const getReview = defineRoute({
  method: 'GET',
  path: '/reviews/:id',
  name: 'getReview',
  tag: 'Reviews',
  summary: 'Read a review case with its assessment and history',
  access: { kind: 'bearer', permission: 'reviews:manage', feature: 'reviews' },
  params: ReviewParams,
  response: ReviewDetails,
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const { companyId } = caller;
    const review = await findReview(db.knex, companyId, params.id);
    if (!review) throw new ApiError('NOT_FOUND');
    const assessment = await findReviewedAssessment(db.knex, companyId, review.assessmentId);
    const moves = await listReviewMoves(db.knex, companyId, review.id);
    return presentReviewDetails(review, assessment, moves);
  },
});
