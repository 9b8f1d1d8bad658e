import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { usePermission, usePlanFeature } from '../../session/use-session.ts';
import { Badge } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { OpenReviewDialog } from './open-review-dialog.tsx';
import { reviewOfQuery } from './review-of-query.ts';

type Detail = Schemas['EvaluationDetail'];
type ReviewStatus = NonNullable<Detail['reviewStatus']>;

/** A case in these is not over: an assessment has at most one of them. */
const OPEN_STATUSES: readonly ReviewStatus[] = ['open', 'in_review', 'escalated'];

/** The review case of an evaluation, or the way to open one. */
export function ReviewCard({ evaluation }: { evaluation: Detail }) {
  const isAllowed = usePermission('reviews:manage');
  const isInPlan = usePlanFeature('reviews');
  if (!isAllowed) return null;
  return <Card title="Review">{isInPlan ? <ReviewState evaluation={evaluation} /> : <NotInPlan />}</Card>;
}

function ReviewState({ evaluation: { id, reviewStatus } }: { evaluation: Detail }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {reviewStatus ? (
        <ReviewLink assessmentId={id} status={reviewStatus} />
      ) : (
        <p className="muted small">Hand it to the review queue for somebody to look into.</p>
      )}
      {(!reviewStatus || !OPEN_STATUSES.includes(reviewStatus)) && (
        <div>
          <Button onClick={() => setAsking(true)}>{reviewStatus ? 'Open another review' : 'Open a review'}</Button>
        </div>
      )}
      {asking && <OpenReviewDialog assessmentId={id} onClose={() => setAsking(false)} />}
    </>
  );
}

function ReviewLink({ assessmentId, status }: { assessmentId: string; status: ReviewStatus }) {
  const { data: reviewId } = useQuery(reviewOfQuery(assessmentId, status));
  return (
    <p className="row">
      <Badge>{status}</Badge>
      <Link to="/reviews" search={reviewId ? { reviewId } : { status }}>
        {reviewId ? 'To the case' : `All cases that are ${status.replaceAll('_', ' ')}`}
      </Link>
    </p>
  );
}

function NotInPlan() {
  const mayPay = usePermission('billing:manage');
  return (
    <p className="muted small">
      Reviews are not part of your plan.{' '}
      {mayPay ? <Link to="/plan">See the plans that have them</Link> : 'Ask an admin of your company.'}
    </p>
  );
}
