import type { SearchSchemaInput } from '@tanstack/react-router';

export const REVIEW_STATUSES = [
  'open',
  'in_review',
  'escalated',
  'confirmed_fraud',
  'false_positive',
  'closed',
  'resolved',
] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The filter of the queue, its page, and the case that is open beside it. Without a status: what is still to do. */
export interface ReviewSearch {
  status?: ReviewStatus | 'all';
  page?: number;
  reviewId?: string;
}

export function readReviewSearch(given: Record<string, unknown> & SearchSchemaInput): ReviewSearch {
  const status = ([...REVIEW_STATUSES, 'all'] as const).find((known) => known === given['status']);
  const page = Number(given['page']);
  const reviewId = given['reviewId'];
  return {
    ...(status && { status }),
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(typeof reviewId === 'string' && { reviewId }),
  };
}
