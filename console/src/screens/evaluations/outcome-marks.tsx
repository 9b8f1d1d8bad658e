import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { Badge } from '../../ui/badges.tsx';
import styles from './evaluations.module.css';
import { OUTCOME_WORDS } from './outcomes.ts';

/** What became of it: the outcome that was reported, and where its review stands. */
export function OutcomeMarks({
  feedbackOutcome,
  reviewStatus,
}: Pick<Schemas['Evaluation'], 'feedbackOutcome' | 'reviewStatus'>) {
  if (!feedbackOutcome && !reviewStatus) return <span className="muted">–</span>;
  return (
    <span className={styles['marks']}>
      {feedbackOutcome && (
        <Badge tone={OUTCOME_WORDS[feedbackOutcome].tone}>{OUTCOME_WORDS[feedbackOutcome].label}</Badge>
      )}
      {reviewStatus && <Badge>{`review: ${reviewStatus}`}</Badge>}
    </span>
  );
}
