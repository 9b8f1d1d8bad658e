import { scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import styles from './charts.module.css';

export interface Contribution {
  key: string;
  label: ReactNode;
  detail?: ReactNode;
  /** Above zero raises, below lowers. */
  value: number;
  /** With its sign: `+12.4`. */
  valueText: string;
}

interface ContributionChartProps {
  label: string;
  items: readonly Contribution[];
}

/**
 * What raised a score (to the right, filled) and what lowered it (to the left, hollow), around a common zero. It is a list
 * with its numbers, so that it needs no other text.
 */
export function ContributionChart({ label, items }: ContributionChartProps) {
  const values = items.map(({ value }) => value);
  const domain = [Math.min(0, ...values), Math.max(Number.EPSILON, ...values)];
  const x = scaleLinear({ domain, range: [0, 100] });
  const zero = x(0);
  return (
    <ul className={styles['contributions']} aria-label={label}>
      {items.map(({ key, label: name, detail, value, valueText }) => (
        <li key={key} className={styles['contribution']}>
          <span className={styles['contribution-name']}>
            {name}
            {detail && <span className={`muted small ${styles['contribution-detail']}`}>{detail}</span>}
          </span>
          <span className={styles['contribution-track']} aria-hidden>
            <span className={styles['contribution-zero']} style={{ left: `${zero}%` }} />
            <span
              className={styles[value < 0 ? 'contribution-lower' : 'contribution-raise']}
              style={{ left: `${Math.min(zero, x(value))}%`, width: `${Math.abs(x(value) - zero)}%` }}
            />
          </span>
          <span className={`number ${styles['contribution-value']}`}>{valueText}</span>
        </li>
      ))}
    </ul>
  );
}
