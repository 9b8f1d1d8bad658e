import { useState, type ReactNode } from 'react';
import styles from './charts.module.css';

export interface NumbersTable {
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

interface ChartFigureProps {
  /** Names the picture for those who do not see it. */
  label: string;
  /** How to read it. */
  note?: ReactNode;
  /** All that the picture shows, in numbers. */
  table: NumbersTable;
  children: ReactNode;
}

/** A picture of numbers, and the numbers themselves for whoever prefers them. */
export function ChartFigure({ label, note, table, children }: ChartFigureProps) {
  const [open, setOpen] = useState(false);
  return (
    <figure aria-label={label} className={styles['figure']}>
      {children}
      {note && <figcaption className="muted small">{note}</figcaption>}
      <details className={styles['details']} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Numbers as a table</summary>
        {open && <Numbers label={label} {...table} />}
      </details>
    </figure>
  );
}

function Numbers({ label, head, rows }: NumbersTable & { label: string }) {
  return (
    <div className={`table-scroll ${styles['numbers']}`} role="region" aria-label={`${label}: numbers`} tabIndex={0}>
      <table className="table number">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
