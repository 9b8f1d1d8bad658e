import styles from '../graph.module.css';
import type { GraphSearch } from '../search.ts';

const CHOICES = [
  { view: undefined, label: 'Side by side' },
  { view: 'then', label: 'At the assessment' },
  { view: 'now', label: 'Now' },
] as const satisfies readonly { view: GraphSearch['view']; label: string }[];

interface ViewSwitchProps extends Pick<GraphSearch, 'view'> {
  onChange: (view: GraphSearch['view']) => void;
}

/** Which of the two views of an assessment's user are shown. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <div role="group" aria-label="View" className={styles['switch']}>
      {CHOICES.map((choice) => (
        <button
          key={choice.label}
          type="button"
          className="button button-small"
          aria-pressed={choice.view === view}
          onClick={() => onChange(choice.view)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
