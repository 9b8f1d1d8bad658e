import { Link } from '@tanstack/react-router';
import { Time } from '../../ui/time.tsx';
import { TARGET_SCREENS, type AuditEntry } from './actions.ts';
import styles from './audit-log.module.css';
import { describeActor, describeEntry } from './describe-entry.ts';
import { DiffTable } from './diff-table.tsx';

/** What was done, in a sentence; opened, the exact values before and after. */
export function EntryLine({ entry }: { entry: AuditEntry }) {
  return (
    <li className={styles['entry']}>
      <details>
        <summary>
          <span className={styles['sentence']}>
            <strong>{describeActor(entry)}</strong> {describeEntry(entry)}
          </span>
          <span className={`muted small ${styles['time']}`}>
            <Time at={entry.createdAt} />
          </span>
        </summary>
        <div className={`stack ${styles['body']}`}>
          <DiffTable entry={entry} />
          <EntryFacts entry={entry} />
        </div>
      </details>
    </li>
  );
}

function EntryFacts({ entry: { id, action, ipAddress, targetId, targetType } }: { entry: AuditEntry }) {
  const screen = findScreen(targetType);
  return (
    <dl className="facts small">
      <dt>Action</dt>
      <dd>
        <code>{action}</code>
      </dd>
      <dt>From address</dt>
      <dd>{ipAddress ? <code>{ipAddress}</code> : 'none: nobody of the company did it'}</dd>
      <dt>What was changed</dt>
      <dd>
        {targetType.replaceAll('_', ' ')} <code>{targetId}</code> {screen && <Link to={screen}>as it is now</Link>}
      </dd>
      <dt>Entry</dt>
      <dd>
        <code>{id}</code>
      </dd>
    </dl>
  );
}

function findScreen(targetType: string) {
  return targetType in TARGET_SCREENS ? TARGET_SCREENS[targetType as keyof typeof TARGET_SCREENS] : undefined;
}
