import { Time } from '../../ui/time.tsx';
import type { HistoryStep } from './conflict.ts';
import styles from './reviews.module.css';
import { isClosed, STATUS_FACTS } from './statuses.ts';

/** Every step of a case, the first one first. */
export function CaseHistory({ history }: { history: readonly HistoryStep[] }) {
  return (
    <div className="stack">
      <h3>What happened</h3>
      <ol className={styles['history']}>
        {history.map((step) => (
          <li key={step.to}>
            {sayStep(step)} by {step.actorEmail}{' '}
            <span className="muted small">
              · <Time at={step.at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function sayStep({ from, to }: HistoryStep): string {
  if (from === null) return 'Opened';
  if (to === 'in_review') return 'Claimed';
  if (to === 'escalated') return 'Escalated';
  return isClosed(to) ? `Ended as “${STATUS_FACTS[to].label.toLowerCase()}”` : STATUS_FACTS[to].label;
}
