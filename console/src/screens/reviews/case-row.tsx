import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatMoney } from '../../format/numbers.ts';
import { Badge } from '../../ui/badges.tsx';
import { Time } from '../../ui/time.tsx';
import { useReviewedEvaluation } from './queries.ts';
import type { Review } from './load-queue.ts';
import styles from './reviews.module.css';
import { reasonWords } from '../../format/reason-words.ts';
import { ScoreBadge } from './score-badge.tsx';
import { STATUS_FACTS } from './statuses.ts';
import { ROW_ATTRIBUTE } from './use-case-steps.ts';

/** A case in the list: enough to decide whether to open it. */
export function CaseRow({ review, isOpen }: { review: Review; isOpen: boolean }) {
  const { data: evaluation } = useReviewedEvaluation(review.assessmentId);
  const { label, tone } = STATUS_FACTS[review.status];
  return (
    <li>
      <Link
        to="/reviews"
        search={(before) => ({ ...before, reviewId: review.id })}
        resetScroll={false}
        className={styles['row']}
        aria-current={isOpen || undefined}
        {...{ [ROW_ATTRIBUTE]: review.id }}
      >
        <span>{evaluation && <ScoreBadge score={evaluation.finalScore} level={evaluation.riskLevel} />}</span>
        <strong className={styles['ellipsis']}>{evaluation?.userId ?? `case ${review.id.slice(-8)}`}</strong>
        <Badge tone={tone}>{label}</Badge>
        <span className="muted small">
          <Time at={review.createdAt} relative />
        </span>
        <span className={`muted small ${styles['row-what']}`}>{evaluation && describe(evaluation)}</span>
      </Link>
    </li>
  );
}

function describe({ amountMinor, currency, reasonCodes }: Schemas['EvaluationDetail']): string {
  const amount = amountMinor !== null && currency !== null ? [formatMoney(amountMinor, currency)] : [];
  return [...amount, reasonCodes.map(reasonWords).join(', ') || 'no reasons'].join(' · ');
}
