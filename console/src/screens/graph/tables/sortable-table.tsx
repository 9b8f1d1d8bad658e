import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from '../graph.module.css';
import { sortRows, toTabs, type TableColumn } from './table-values.ts';

export type ShownColumn<Row> = TableColumn<Row> & {
  /** In place of the value itself. */
  cell?: (row: Row) => ReactNode;
};

interface SortableTableProps<Row> {
  title: string;
  rows: readonly Row[];
  columns: readonly ShownColumn<Row>[];
  rowId: (row: Row) => string;
}

/** A table whose headers sort it and that can be copied into a sheet. */
export function SortableTable<Row>({ title, rows, columns, rowId }: SortableTableProps<Row>) {
  const [order, setOrder] = useState<{ name: string; isDown: boolean }>();
  const sortedBy = columns.find(({ name }) => name === order?.name);
  const sorted = sortedBy && order ? sortRows(rows, sortedBy, order.isDown) : rows;
  const sortBy = (name: string) => setOrder({ name, isDown: order?.name === name ? !order.isDown : false });
  return (
    <section>
      <header className="card-header">
        <h2>
          {title} <span className="muted number">{rows.length}</span>
        </h2>
        <CopyButton text={toTabs(sorted, columns)} label={`Copy the table: ${title}`} />
      </header>
      <div className="table-scroll" role="region" aria-label={title} tabIndex={0}>
        <table className={`table ${styles['table']}`}>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col" aria-sort={ariaSort(order, name)}>
                  <button type="button" className={styles['sort']} onClick={() => sortBy(name)}>
                    {name} <SortIcon direction={ariaSort(order, name)} />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={rowId(row)}>
                {columns.map((column) => (
                  <td key={column.name}>{column.cell ? column.cell(row) : column.value(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ariaSort(order: { name: string; isDown: boolean } | undefined, name: string) {
  if (order?.name !== name) return undefined;
  return order.isDown ? 'descending' : 'ascending';
}

function SortIcon({ direction }: { direction: ReturnType<typeof ariaSort> }) {
  if (!direction) return <ArrowUpDown size={13} aria-hidden />;
  return direction === 'ascending' ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden />;
}
