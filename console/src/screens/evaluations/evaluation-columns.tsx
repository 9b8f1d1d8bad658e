import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { reasonWords } from '../../format/reason-words.ts';
import { ActionBadge } from '../../ui/badges.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { Score } from '../../ui/score.tsx';
import { Time } from '../../ui/time.tsx';
import { Amount } from './amount.tsx';
import { eventWords } from './event-words.ts';
import styles from './evaluations.module.css';
import { OutcomeMarks } from './outcome-marks.tsx';
import { rowLink } from './row-keys.tsx';
import type { EvaluationSort } from './search.ts';
import { SortHeader } from './sort-header.tsx';

type Evaluation = Schemas['Evaluation'];

const column = columnsOf<Evaluation>();
const MOST_LINES = 2;

/** The columns of the list; what can be sorted by, by its header. */
export function evaluationColumns(sort: EvaluationSort | undefined, onSort: (sort: EvaluationSort) => void) {
  const sorted = { sort, onSort };
  return [
    column.accessor('createdAt', {
      header: () => <SortHeader label="Time" field="createdAt" {...sorted} />,
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('transactionId', {
      header: 'Transaction',
      cell: ({ row: { original } }) => <TransactionCell {...original} />,
    }),
    column.accessor('userId', {
      header: 'User',
      cell: ({ getValue }) => (
        <Link to="/evaluations" search={{ search: getValue() }} title="All of this user" className={styles['id']}>
          {getValue()}
        </Link>
      ),
    }),
    column.accessor('amountMinor', {
      header: () => <SortHeader label="Amount" field="amountMinor" {...sorted} />,
      cell: ({ row: { original } }) => <Amount {...original} />,
    }),
    column.accessor('riskScore', {
      header: () => <SortHeader label="Score" field="riskScore" {...sorted} />,
      cell: ({ getValue }) => <Score value={getValue()} />,
    }),
    column.accessor('action', { header: 'Action', cell: ({ getValue }) => <ActionBadge action={getValue()} /> }),
    column.accessor('reasonCodes', { header: 'Reasons', cell: ({ getValue }) => <Reasons codes={getValue()} /> }),
    column.accessor('feedbackOutcome', {
      header: 'Outcome',
      cell: ({ row: { original } }) => <OutcomeMarks {...original} />,
    }),
  ];
}

function TransactionCell({ id, transactionId, source, eventType }: Evaluation) {
  return (
    <>
      <Link to="/evaluations/$evaluationId" params={{ evaluationId: id }} className={styles['id']} {...rowLink(id)}>
        {transactionId}
      </Link>
      <span className={`muted small ${styles['event']}`}>{eventWords(source, eventType)}</span>
    </>
  );
}

function Reasons({ codes }: { codes: Evaluation['reasonCodes'] }) {
  if (codes.length === 0) return <span className="muted">–</span>;
  // The last line is for the rest, if there are more than fit.
  const shown = codes.length > MOST_LINES ? codes.slice(0, MOST_LINES - 1) : codes;
  return (
    <ul className="small">
      {shown.map((code) => (
        <li key={code} className={styles['reason']}>
          {reasonWords(code)}
        </li>
      ))}
      {codes.length > shown.length && <li className="muted">and {codes.length - shown.length} more</li>}
    </ul>
  );
}
