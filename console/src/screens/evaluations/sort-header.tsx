import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import styles from './evaluations.module.css';
import { DEFAULT_SORT, type EvaluationSort } from './search.ts';

type Field = EvaluationSort extends `${infer Name}:${'asc' | 'desc'}` ? Name : never;

interface SortHeaderProps {
  label: string;
  field: Field;
  sort: EvaluationSort | undefined;
  onSort: (sort: EvaluationSort) => void;
}

/** A column header that sorts: the largest first, then the other way round. */
export function SortHeader({ label, field, sort = DEFAULT_SORT, onSort }: SortHeaderProps) {
  const [sorted, direction] = sort.split(':');
  const isSorted = sorted === field;
  const isDescending = isSorted && direction === 'desc';
  const Icon = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <button
      type="button"
      className={styles['sort']}
      onClick={() => onSort(`${field}:${isDescending ? 'asc' : 'desc'}`)}
    >
      {label}
      <Icon size={14} aria-hidden />
      <span className="visually-hidden">
        {isSorted ? `, sorted ${isDescending ? 'from the highest' : 'from the lowest'}` : ', sort'}
      </span>
    </button>
  );
}
