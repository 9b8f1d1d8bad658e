import type { ReactNode } from 'react';
import styles from './charts.module.css';

export interface RankedItem {
  key: string;
  label: ReactNode;
  /** Under the label, in small. */
  detail?: ReactNode;
  value: number;
  valueText: ReactNode;
}

/** Names with bars, the longest first: a list that needs no other text, since all of it is text. */
export function RankedBars({ label, items }: { label: string; items: readonly RankedItem[] }) {
  const most = Math.max(Number.MIN_VALUE, ...items.map(({ value }) => value));
  return (
    <ol className={styles['ranked']} aria-label={label}>
      {items.map(({ key, label: name, detail, value, valueText }) => (
        <li key={key} className={styles['ranked-item']}>
          <span>{name}</span>
          <span className={`number ${styles['ranked-value']}`}>{valueText}</span>
          <span className={styles['ranked-track']} aria-hidden>
            <span className={styles['ranked-bar']} style={{ width: `${(100 * value) / most}%` }} />
          </span>
          {detail && <span className={`muted small ${styles['ranked-detail']}`}>{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
