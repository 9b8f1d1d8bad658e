import type { Action } from '../api/assessment-words.ts';
import styles from './charts.module.css';

/**
 * How a chart tells the three actions apart without colour: review is striped, block is hatched crosswise.
 *
 * @param id of the chart, from useId
 */
export function ActionPatterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-review`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} className={styles['fill-review']} />
        <rect width={2} height={6} className={styles['fill-gap']} />
      </pattern>
      <pattern id={`${id}-block`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={5} height={5} className={styles['fill-block']} />
        <path d="M0 0H5M0 0V5" className={styles['stroke-gap']} />
      </pattern>
    </defs>
  );
}

/** What to fill the shapes of an action with, in a chart that has its patterns. */
export function fillOf(action: Action, id: string): string {
  return action === 'allow' ? 'var(--chart-allow)' : `url(#${id}-${action})`;
}

/** The same mark in a legend. */
export function ActionSwatch({ action, id }: { action: Action; id: string }) {
  return (
    <svg width={14} height={14} aria-hidden className={styles['swatch']}>
      <rect width={14} height={14} rx={3} fill={fillOf(action, id)} />
    </svg>
  );
}
