import { plural } from '../../format/plural.ts';
import { Button } from '../../ui/button.tsx';
import styles from './policy.module.css';

interface SaveBarProps {
  count: number;
  /** Why it cannot be saved. */
  fault: string | undefined;
  onDiscard: () => void;
  onSave: () => void;
}

/** Stays in sight while something is unsaved. */
export function SaveBar({ count, fault, onDiscard, onSave }: SaveBarProps) {
  return (
    <div className={styles['save-bar']} role="region" aria-label="Unsaved changes">
      <p>
        <strong>{plural(count, 'unsaved change')}</strong>
        {fault && <span className="field-error"> {fault}</span>}
      </p>
      <div className="row">
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" disabled={fault !== undefined} onClick={onSave}>
          Look over and save
        </Button>
      </div>
    </div>
  );
}
