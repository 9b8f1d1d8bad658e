import { TERMINAL_REVIEW_STATUSES, type Outcome, type ReviewStatus } from './vocabulary.ts';

/** How far along a case is: moves go up. */
const PROGRESS: Readonly<Record<ReviewStatus, number>> = {
  open: 0,
  in_review: 1,
  escalated: 2,
  confirmed_fraud: 3,
  false_positive: 3,
  closed: 3,
  resolved: 3,
};

/**
 * Whether a case may move: forward, with skips, and never out of a terminal status (spec section 3.1, contract section
 * 5). To stay is no move.
 */
export function mayMoveReview(from: ReviewStatus, to: ReviewStatus): boolean {
  return PROGRESS[from] < PROGRESS[to];
}

export function isTerminalReviewStatus(status: ReviewStatus): boolean {
  return TERMINAL_REVIEW_STATUSES.some((terminal) => terminal === status);
}

/** The outcome that closing a case with this status reports for its assessment; the others are no verdict. */
export function outcomeOfReview(status: ReviewStatus): Extract<Outcome, ReviewStatus> | undefined {
  return status === 'confirmed_fraud' || status === 'false_positive' ? status : undefined;
}
