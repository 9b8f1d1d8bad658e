import { Link } from '@tanstack/react-router';
import { formatCount } from '../../format/numbers.ts';
import { useReviewCounts } from './queries.ts';
import styles from './reviews.module.css';
import { REVIEW_STATUSES, type ReviewSearch, type ReviewStatus } from './search.ts';
import { isClosed, STATUS_FACTS, UNFINISHED } from './statuses.ts';

type Totals = Partial<Record<ReviewStatus, number>>;

/** Which cases are listed, and how many there are of each kind. */
export function QueueFilter({ search, totals }: { search: ReviewSearch; totals: Totals }) {
  // What the list has just seen is newer than what was counted.
  const counts = { ...useReviewCounts(), ...totals };
  return (
    <nav aria-label="Cases by status" className={styles['filter-nav']}>
      <ul className={styles['filters']}>
        <FilterLink label="To do" count={sumOf(counts, UNFINISHED)} search={search} />
        {UNFINISHED.map((status) => (
          <FilterLink key={status} status={status} count={counts[status]} search={search} />
        ))}
        <li className={styles['gap']} aria-hidden />
        {REVIEW_STATUSES.filter(isClosed).map((status) => (
          <FilterLink key={status} status={status} count={counts[status]} search={search} />
        ))}
        <FilterLink label="All" status="all" count={sumOf(counts, REVIEW_STATUSES)} search={search} />
      </ul>
    </nav>
  );
}

/** Otherwise every filter that says less than the address is marked as well. */
const EXACT = { exact: true };

interface FilterLinkProps {
  label?: string;
  status?: ReviewStatus | 'all';
  count: number | undefined;
  search: ReviewSearch;
}

function FilterLink({ label, status, count, search }: FilterLinkProps) {
  const name = label ?? (status && status !== 'all' ? STATUS_FACTS[status].label : '');
  return (
    <li>
      <Link
        to="/reviews"
        search={status ? { status } : {}}
        className={styles['filter']}
        activeOptions={EXACT}
        aria-current={search.status === status ? 'true' : undefined}
      >
        {name} <span className={styles['count']}>{count === undefined ? '…' : formatCount(count)}</span>
      </Link>
    </li>
  );
}

function sumOf(counts: Totals, statuses: readonly ReviewStatus[]): number | undefined {
  const known = statuses.map((status) => counts[status]).filter((count) => count !== undefined);
  return known.length === statuses.length ? known.reduce((sum, count) => sum + count, 0) : undefined;
}
