import { countReviews, listReviews as findReviews } from '../../db/queries/reviews.ts';
import { defineRoute } from '../http/define-route.ts';
import { toPage } from '../http/schema.ts';
import { presentReview } from './present.ts';
import { ReviewPage, REVIEWS_PATH, ReviewsQuery } from './schemas.ts';

export const listReviews = defineRoute({
  method: 'GET',
  path: REVIEWS_PATH,
  name: 'listReviews',
  tag: 'Reviews',
  summary: 'List review cases, the latest first',
  access: { kind: 'bearer', permission: 'reviews:manage', feature: 'reviews' },
  query: ReviewsQuery,
  response: ReviewPage,

  async handler({ query, caller }, { db }) {
    const { companyId } = caller;
    const reviews = await findReviews(db.knex, companyId, query);
    const total = await countReviews(db.knex, companyId, query);
    return toPage(reviews.map(presentReview), total, query);
  },
});
