import type { ValidBodies } from './bodies.ts';

const UNKNOWN = '01900000-0000-7000-8000-000000000001';

export const reviewBodies: ValidBodies = {
  openReview: () => ({ assessmentId: UNKNOWN, analystNote: 'odd' }),
  moveReview: () => ({ reviewId: UNKNOWN, status: 'closed', analystNote: 'odd' }),
};
