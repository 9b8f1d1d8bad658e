import test from 'ava';
import { applyMove, holderOf, stepsOfOthers, type ReviewCase } from '../../console/src/screens/reviews/conflict.ts';
import { readShortcut, type Pressed } from '../../console/src/screens/reviews/shortcuts.ts';
import { isClosed, mayMove, STEPS, VERDICTS } from '../../console/src/screens/reviews/statuses.ts';
import { mayMoveReview } from '../../engine/review-status.ts';
import { REVIEW_STATUSES, TERMINAL_REVIEW_STATUSES } from '../../engine/vocabulary.ts';

const opened = {
  from: null,
  to: 'open',
  actorId: 'ada',
  actorEmail: 'ada@example.com',
  at: '2026-01-01T00:00:00.000Z',
} as const;
const fresh: ReviewCase = {
  id: 'r',
  assessmentId: 'a',
  status: 'open',
  analystId: 'ada',
  analystEmail: 'ada@example.com',
  analystNote: 'as it was',
  createdAt: opened.at,
  updatedAt: opened.at,
  closedAt: null,
  assessment: null,
  history: [opened],
};
const me = { id: 'grace', email: 'grace@example.com' };
const at = '2026-01-01T00:01:00.000Z';

test('the console offers the moves that the service makes', (t) => {
  for (const from of REVIEW_STATUSES) {
    for (const to of REVIEW_STATUSES) t.is(mayMove(from, to), mayMoveReview(from, to), `${from} to ${to}`);
  }
  t.deepEqual([...REVIEW_STATUSES].filter(isClosed), [...TERMINAL_REVIEW_STATUSES]);
  t.deepEqual(
    VERDICTS.map(({ to }) => to),
    [...TERMINAL_REVIEW_STATUSES],
  );
  t.is(new Set([...STEPS, ...VERDICTS].map(({ key }) => key)).size, STEPS.length + VERDICTS.length);
});

test('a move shows at once, with who made it', (t) => {
  t.is(holderOf(fresh), undefined);
  const moved = applyMove(fresh, { to: 'in_review', me, at });
  t.is(moved.status, 'in_review');
  t.is(moved.analystNote, 'as it was');
  t.like(holderOf(moved), { actorEmail: me.email, from: 'open', to: 'in_review' });
  t.is(applyMove(fresh, { to: 'closed', note: '', me, at }).analystNote, '');
});

test('only what others did since is news', (t) => {
  const { history } = applyMove(applyMove(fresh, { to: 'in_review', me, at }), {
    to: 'escalated',
    me: { id: 'ada', email: 'ada@example.com' },
    at,
  });
  t.deepEqual(
    stepsOfOthers(history, 1, 'ada').map(({ to }) => to),
    ['in_review'],
  );
  t.deepEqual(stepsOfOthers(history, 3, 'ada'), []);
});

test('keys count unless one writes, holds them down or means the browser', (t) => {
  const press = (key: string, more: Partial<Pressed> = {}) =>
    readShortcut({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more }, false);
  t.is(press('c'), 'c');
  t.is(press('C'), 'c');
  t.is(press('?'), '?');
  t.is(press('Escape'), 'Escape');
  t.is(press('c', { ctrlKey: true }), undefined);
  t.is(press('c', { metaKey: true }), undefined);
  t.is(press('1', { repeat: true }), undefined);
  t.is(press('j', { repeat: true }), 'j');
  t.is(readShortcut({ key: 'c', ctrlKey: false, metaKey: false, altKey: false, repeat: false }, true), undefined);
});
