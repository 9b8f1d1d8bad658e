import { REVIEW_STATUSES, type ReviewStatus } from './search.ts';

interface StatusFacts {
  label: string;
  tone: 'neutral' | 'good' | 'warning' | 'bad';
  /** Cases only go up. */
  progress: number;
}

export const STATUS_FACTS: Readonly<Record<ReviewStatus, StatusFacts>> = {
  open: { label: 'Open', tone: 'neutral', progress: 0 },
  in_review: { label: 'In review', tone: 'neutral', progress: 1 },
  escalated: { label: 'Escalated', tone: 'warning', progress: 2 },
  confirmed_fraud: { label: 'Confirmed fraud', tone: 'bad', progress: 3 },
  false_positive: { label: 'False positive', tone: 'good', progress: 3 },
  closed: { label: 'Closed', tone: 'neutral', progress: 3 },
  resolved: { label: 'Resolved', tone: 'neutral', progress: 3 },
};

const LAST = Math.max(...REVIEW_STATUSES.map((status) => STATUS_FACTS[status].progress));

/** Whether a case of this status is done with: it is never moved again. */
export function isClosed(status: ReviewStatus): boolean {
  return STATUS_FACTS[status].progress === LAST;
}

/** What is still to do, in the order in which it should be done: what was passed on, what nobody has, what somebody has. */
export const UNFINISHED = ['escalated', 'open', 'in_review'] as const satisfies readonly ReviewStatus[];

/** A step an analyst can take, and the key that takes it. */
export interface Move {
  to: ReviewStatus;
  key: string;
  label: string;
  /** What it means, in a few words. */
  hint: string;
}

/** A move that ends the case, and is asked about first. */
export interface Verdict extends Move {
  /** What comes of it. */
  effect: string;
}

export const STEPS: readonly Move[] = [
  { to: 'in_review', key: 'c', label: 'Claim', hint: 'It is in your hands' },
  { to: 'escalated', key: 'e', label: 'Escalate', hint: 'A senior should look at it' },
];

export const VERDICTS: readonly Verdict[] = [
  {
    to: 'confirmed_fraud',
    key: '1',
    label: 'Confirmed fraud',
    hint: 'The engine learns that this was fraud',
    effect:
      'The engine learns that this was fraud: the user and its device, card, e-mail, phone and address count as evidence from now on. An indicator that was confirmed three times, or by two companies, becomes a global threat.',
  },
  {
    to: 'false_positive',
    key: '2',
    label: 'False positive',
    hint: 'The engine learns that this was legitimate',
    effect: 'The engine learns that this was legitimate: it counts in favour of the user and of what it used.',
  },
  {
    to: 'closed',
    key: '3',
    label: 'Closed',
    hint: 'No verdict: nothing is learned',
    effect: 'The case ends without a verdict. The engine learns nothing.',
  },
  {
    to: 'resolved',
    key: '4',
    label: 'Resolved',
    hint: 'Nothing is left to do: nothing is learned',
    effect: 'The case ends because nothing is left to do. The engine learns nothing.',
  },
];

/** Forward only; steps may be skipped. */
export function mayMove(from: ReviewStatus, to: ReviewStatus): boolean {
  return STATUS_FACTS[from].progress < STATUS_FACTS[to].progress;
}
