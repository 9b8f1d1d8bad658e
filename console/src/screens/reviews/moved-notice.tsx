import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import type { HistoryStep } from './conflict.ts';
import styles from './reviews.module.css';
import { STATUS_FACTS } from './statuses.ts';

interface MovedNoticeProps {
  /** What others have done since the case was opened here. */
  steps: readonly HistoryStep[];
  /** A move made here was refused because of that. */
  refused: boolean;
  onDismiss: () => void;
}

/** Tells that somebody else has moved the case while it was looked at. */
export function MovedNotice({ steps, refused, onDismiss }: MovedNoticeProps) {
  const isShown = steps.length > 0;
  return (
    <div role="status" className={styles['announcer']}>
      {isShown && (
        <div className={`notice notice-warning ${styles['moved']}`}>
          <div>
            {steps.map(({ to, actorEmail, at }) => (
              <p key={to}>
                <strong>{actorEmail}</strong> moved this case to “{STATUS_FACTS[to].label.toLowerCase()}”,{' '}
                <Time at={at} relative />.
              </p>
            ))}
            {refused && <p>Your move was not made. What you see is the case as it is now.</p>}
          </div>
          <Button size="small" onClick={onDismiss}>
            Understood
          </Button>
        </div>
      )}
    </div>
  );
}
