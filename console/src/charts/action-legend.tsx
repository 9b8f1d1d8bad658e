import { ACTIONS, type Action } from '../api/assessment-words.ts';
import { formatCount } from '../format/numbers.ts';
import { ActionSwatch } from './action-marks.tsx';
import styles from './charts.module.css';

interface ActionLegendProps {
  /** Of the chart, from useId. */
  id: string;
  /** What the counts are of: the bar that is picked, or all. */
  title: string;
  counts: Readonly<Record<Action | 'total', number>>;
  hidesAllowed: boolean;
  onHideAllowed: (hides: boolean) => void;
}

/** What the marks of a chart mean, and the numbers of the bar that is picked. */
export function ActionLegend({ id, title, counts, hidesAllowed, onHideAllowed }: ActionLegendProps) {
  return (
    <div className={styles['legend']}>
      <strong className={styles['legend-title']}>{title}</strong>
      <ul className={styles['legend-list']}>
        {ACTIONS.map((action) => (
          <li key={action}>
            <ActionSwatch action={action} id={id} /> {action}{' '}
            <span className="number">{formatCount(counts[action])}</span>
          </li>
        ))}
      </ul>
      <label className={styles['legend-choice']}>
        <input type="checkbox" checked={hidesAllowed} onChange={(event) => onHideAllowed(event.target.checked)} />
        Leave out the allowed
      </label>
    </div>
  );
}
