import { riskLevelOf } from '../api/assessment-words.ts';
import { formatScore } from '../format/numbers.ts';
import styles from './score.module.css';

/** A score with a small bar as long as it is high. */
export function Score({ value }: { value: number }) {
  return (
    <span className={styles['score']}>
      <span className={`number ${styles['value']}`}>{formatScore(value)}</span>
      <span className={styles['track']} aria-hidden>
        <span className={`${styles['bar']} ${styles[riskLevelOf(value)]}`} style={{ width: `${value}%` }} />
      </span>
    </span>
  );
}
