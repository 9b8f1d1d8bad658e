import { fetchReview, fetchReviews, openReview, patchReview, postReview } from '../support/reviews.ts';
import { assess } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

export const reviewCases: IsolationCases = {
  openReview: async ({ service, owner, stranger }) => {
    const { body } = await assess(service, owner);
    const { assessmentId } = body;
    expectAnswer(await postReview(service, stranger, { assessmentId }), 404);
    expectAnswer(await postReview(service, owner, { assessmentId }), 201);
    expectAnswer(await postReview(service, stranger, { assessmentId }), 404);
  },
  moveReview: async ({ service, owner, stranger }) => {
    const { reviewId } = await openReview(service, owner);
    expectAnswer(await patchReview(service, stranger, { reviewId, status: 'confirmed_fraud' }), 404);
    expectEqual((await fetchReview(service, owner, reviewId)).body['status'], 'open');
  },
  listReviews: async ({ service, owner, stranger }) => {
    await openReview(service, owner);
    expectEqual(((await fetchReviews(service, stranger)).body['data'] as unknown[]).length, 0);
    expectEqual(((await fetchReviews(service, stranger)).body['meta'] as { total: number }).total, 0);
  },
  getReview: async ({ service, owner, stranger }) => {
    const { reviewId } = await openReview(service, owner);
    expectAnswer(await fetchReview(service, stranger, reviewId), 404);
  },
};
