import styles from './policy.module.css';
import { describeChanges } from './setting-words.ts';
import type { Settings } from './settings.ts';

/** What differs between two policies: before, and after. */
export function ChangeList({ before, after }: { before: Settings; after: Settings }) {
  const changes = describeChanges(before, after);
  if (changes.length === 0) return <p className="muted">Nothing differs.</p>;
  return (
    <ul className={styles['changes']}>
      {changes.map((change) => (
        <li key={change.setting}>
          <strong>{change.label}</strong>
          <span>
            <span className="visually-hidden">from </span>
            <del>{change.before}</del> <span aria-hidden>→</span>
            <span className="visually-hidden"> to </span> <ins>{change.after}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
}
