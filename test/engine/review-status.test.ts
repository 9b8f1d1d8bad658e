import test from 'ava';
import { isTerminalReviewStatus, mayMoveReview, outcomeOfReview } from '../../engine/review-status.ts';
import { REVIEW_STATUSES, TERMINAL_REVIEW_STATUSES } from '../../engine/vocabulary.ts';

/** Row: from; column: to, in the order of the specification (section 3.1, contract section 5). */
const MAY_MOVE: Record<(typeof REVIEW_STATUSES)[number], string> = {
  //               o i e F P c r
  open: /*      */ '. x x x x x x',
  in_review: /* */ '. . x x x x x',
  escalated: /* */ '. . . x x x x',
  confirmed_fraud: '. . . . . . .',
  false_positive: '. . . . . . .',
  closed: /*    */ '. . . . . . .',
  resolved: /*  */ '. . . . . . .',
};

test('every pair of statuses: forward with skips, never back, never out of the end', (t) => {
  for (const from of REVIEW_STATUSES) {
    const row = REVIEW_STATUSES.map((to) => (mayMoveReview(from, to) ? 'x' : '.')).join(' ');
    t.is(row, MAY_MOVE[from], from);
  }
});

test('a status is terminal exactly when nothing may follow it', (t) => {
  for (const status of REVIEW_STATUSES) {
    const ends = !REVIEW_STATUSES.some((to) => mayMoveReview(status, to));
    t.is(isTerminalReviewStatus(status), ends, status);
  }
  t.deepEqual(REVIEW_STATUSES.filter(isTerminalReviewStatus), [...TERMINAL_REVIEW_STATUSES]);
});

test('only a verdict is an outcome', (t) => {
  t.deepEqual(REVIEW_STATUSES.map(outcomeOfReview), [
    undefined,
    undefined,
    undefined,
    'confirmed_fraud',
    'false_positive',
    undefined,
    undefined,
  ]);
});
