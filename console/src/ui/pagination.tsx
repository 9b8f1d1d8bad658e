import { formatCount } from '../format/numbers.ts';
import { Button } from './button.tsx';

interface PaginationProps {
  meta: { total: number; page: number; limit: number; totalPages: number };
  onPage: (page: number) => void;
}

export function Pagination({ meta: { total, page, limit, totalPages }, onPage }: PaginationProps) {
  if (total === 0) return null;
  const first = (page - 1) * limit + 1;
  return (
    <nav className="pagination" aria-label="Pages">
      <span className="muted">
        {formatCount(first)}–{formatCount(Math.min(total, first + limit - 1))} of {formatCount(total)}
      </span>
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
