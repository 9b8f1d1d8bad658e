import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';

import { reasonWords } from '../../format/reason-words.ts';
import { columnsOf, DataTable } from '../../ui/data-table.tsx';
import { Card } from '../../ui/page.tsx';
import { Score } from '../../ui/score.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Amount } from '../evaluations/amount.tsx';
import styles from './overview.module.css';
import { recentBlocksQuery } from './queries.ts';

type Evaluation = Schemas['Evaluation'];

const column = columnsOf<Evaluation>();
const COLUMNS = [
  column.accessor('createdAt', { header: 'When', cell: ({ getValue }) => <Time at={getValue()} relative /> }),
  column.accessor('transactionId', {
    header: 'Transaction',
    cell: ({ row: { original }, getValue }) => (
      <Link to="/evaluations/$evaluationId" params={{ evaluationId: original.id }}>
        {getValue()}
      </Link>
    ),
  }),
  column.accessor('userId', { header: 'User' }),
  column.accessor('amountMinor', { header: 'Amount', cell: ({ row: { original } }) => <Amount {...original} /> }),
  column.accessor('riskScore', { header: 'Score', cell: ({ getValue }) => <Score value={getValue()} /> }),
  column.accessor('reasonCodes', {
    header: 'Main reason',
    cell: ({ getValue }) => {
      const [first] = getValue();
      return first ? reasonWords(first) : '–';
    },
  }),
];

export function RecentBlocks() {
  const blocks = useQuery(recentBlocksQuery());
  return (
    <Card
      title="Blocked last"
      actions={
        <Link to="/evaluations" search={{ action: 'block' }}>
          All that were blocked
        </Link>
      }
    >
      <Async query={blocks}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Nothing was blocked" />
          ) : (
            <div className={styles['blocks']}>
              <DataTable
                label="Blocked last"
                rows={data}
                columns={COLUMNS}
                rowId={({ id }) => id}
                rowHref={({ id }) => `/evaluations/${id}`}
              />
            </div>
          )
        }
      </Async>
    </Card>
  );
}
