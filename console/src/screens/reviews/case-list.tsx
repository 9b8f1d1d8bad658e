import { Link, useNavigate } from '@tanstack/react-router';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CaseRow } from './case-row.tsx';
import { stretchesOf, type Queue } from './load-queue.ts';
import styles from './reviews.module.css';
import type { ReviewSearch } from './search.ts';
import { STATUS_FACTS } from './statuses.ts';

interface CaseListProps {
  queue: Queue;
  search: ReviewSearch;
  /** The last attempt to look again has failed. */
  isOutdated: boolean;
}

/** One page of the queue. */
export function CaseList({ queue: { rows, meta }, search, isOutdated }: CaseListProps) {
  const navigate = useNavigate({ from: '/reviews' });
  const turnTo = (page: number) => void navigate({ search: ({ status }) => ({ ...(status && { status }), page }) });
  if (meta.total === 0) return <EmptyQueue status={search.status} />;
  return (
    <>
      <p className="muted small" role={isOutdated ? 'alert' : undefined}>
        {isOutdated ? 'The service cannot be reached: this may be out of date.' : orderOf(search.status)}
      </p>
      <ol className={styles['list']}>
        {rows.map((review) => (
          <CaseRow key={review.id} review={review} isOpen={review.id === search.reviewId} />
        ))}
      </ol>
      {rows.length === 0 && (
        <EmptyState title="This page is empty by now" action={<Link to="/reviews">To the beginning</Link>} />
      )}
      <Pagination meta={meta} onPage={turnTo} />
    </>
  );
}

function orderOf(status: ReviewSearch['status']): string {
  if (!status) return 'Escalated cases first, then open ones, then those in review; the oldest of each first.';
  return stretchesOf(status)[0]?.oldestFirst ? 'The oldest first.' : 'The latest first.';
}

function EmptyQueue({ status }: { status: ReviewSearch['status'] }) {
  if (status && status !== 'all') {
    return (
      <EmptyState
        title={`No case is ${STATUS_FACTS[status].label.toLowerCase()}`}
        action={<Link to="/reviews">To what is to do</Link>}
      />
    );
  }
  return (
    <EmptyState
      title={status ? 'There are no cases yet' : 'Nothing to do'}
      action={
        <Link to="/evaluations" search={{ action: 'review' }}>
          Evaluations that ask for a review
        </Link>
      }
    >
      {status
        ? 'A case is opened from an evaluation.'
        : 'Every case is closed. A new one is opened from an evaluation.'}
    </EmptyState>
  );
}
