import type { Outcome, StandingOutcome } from '../../api/assessment-words.ts';

interface OutcomeWords {
  label: string;
  /** When to report it. */
  meaning: string;
  tone: 'good' | 'warning' | 'bad';
}

/** What became of a transaction, in words. A dispute comes from an event only: nobody reports it by hand. */
export const OUTCOME_WORDS: Readonly<Record<StandingOutcome, OutcomeWords>> = {
  approved: { label: 'Approved', meaning: 'It was let through and nothing was wrong with it.', tone: 'good' },
  false_positive: {
    label: 'False positive',
    meaning: 'It was reviewed or blocked, but it was legitimate.',
    tone: 'good',
  },
  rejected: {
    label: 'Rejected',
    meaning: 'You turned it down on suspicion: weaker evidence than fraud.',
    tone: 'warning',
  },
  chargeback: { label: 'Chargeback', meaning: 'The payment was charged back: counts as fraud.', tone: 'bad' },
  confirmed_fraud: { label: 'Confirmed fraud', meaning: 'It is certain that this was fraud.', tone: 'bad' },
  dispute: { label: 'Dispute', meaning: 'A dispute was opened: a suspicion only.', tone: 'warning' },
};

/** Those that a person can report, the good ones first. */
export const REPORTED_OUTCOMES = [
  'approved',
  'false_positive',
  'rejected',
  'chargeback',
  'confirmed_fraud',
] as const satisfies readonly Outcome[];
