import { Link } from '@tanstack/react-router';
import { formatMoney, formatScore } from '../../format/numbers.ts';
import { usePlanFeature } from '../../session/use-session.ts';
import { ActionBadge, RiskBadge } from '../../ui/badges.tsx';
import { Time } from '../../ui/time.tsx';
import { holderOf, type ReviewCase } from './conflict.ts';
import { useReviewedEvaluation } from './queries.ts';
import { reasonWords } from '../../format/reason-words.ts';
import styles from './reviews.module.css';
import type { ReviewStatus } from './search.ts';
import { isClosed } from './statuses.ts';

/** What the case is about. */
export function CaseSummary({ review }: { review: ReviewCase }) {
  const { assessment, assessmentId } = review;
  const hasGraph = usePlanFeature('graph_explorer');
  if (!assessment) {
    return <p className="notice">The evaluation behind this case is older than what the service keeps.</p>;
  }
  return (
    <>
      <div className={styles['headline']}>
        <span className={`number ${styles['score']}`}>
          {formatScore(assessment.finalScore)} <span className="muted small">of 100</span>
        </span>
        <RiskBadge level={assessment.riskLevel} />
        <ActionBadge action={assessment.action} />
      </div>
      <dl className="facts">
        <TransactionFacts assessmentId={assessmentId} />
        <dt>Reasons</dt>
        <dd>
          {assessment.reasonCodes.length === 0
            ? 'None'
            : assessment.reasonCodes.map((code) => <div key={code}>{reasonWords(code)}</div>)}
        </dd>
        <dt>Assessed</dt>
        <dd>
          <Time at={assessment.createdAt} />
        </dd>
        <HolderFact review={review} />
        {isClosed(review.status) && (
          <>
            <dt>Note</dt>
            <dd className={styles['note']}>{review.analystNote || 'None'}</dd>
          </>
        )}
      </dl>
      <div className="row">
        <Link to="/evaluations/$evaluationId" params={{ evaluationId: assessmentId }} className="button button-small">
          The whole evaluation
        </Link>
        {hasGraph && (
          <Link to="/graph" search={{ assessmentId }} className="button button-small">
            Its graph
          </Link>
        )}
      </div>
    </>
  );
}

function TransactionFacts({ assessmentId }: { assessmentId: string }) {
  const { data: evaluation } = useReviewedEvaluation(assessmentId);
  if (!evaluation) return null;
  const { userId, amountMinor, currency, transactionId } = evaluation;
  return (
    <>
      <dt>User</dt>
      <dd>
        <Link to="/evaluations" search={{ search: userId }} title="All evaluations of this user">
          {userId}
        </Link>
      </dd>
      <dt>Transaction</dt>
      <dd>
        {transactionId}
        {amountMinor !== null && currency !== null && (
          <>
            , <strong className="number">{formatMoney(amountMinor, currency)}</strong>
          </>
        )}
      </dd>
    </>
  );
}

const HOLDER_LABELS: Partial<Record<ReviewStatus, string>> = {
  open: 'In the hands of',
  in_review: 'In the hands of',
  escalated: 'Escalated by',
};

function HolderFact({ review }: { review: ReviewCase }) {
  const holder = holderOf(review);
  return (
    <>
      <dt>{HOLDER_LABELS[review.status] ?? 'Ended by'}</dt>
      <dd>
        {holder ? (
          <>
            {holder.actorEmail}, <Time at={holder.at} relative />
          </>
        ) : (
          'nobody yet'
        )}
      </dd>
    </>
  );
}
