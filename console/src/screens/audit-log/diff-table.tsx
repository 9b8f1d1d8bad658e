import type { AuditEntry } from './actions.ts';
import styles from './audit-log.module.css';
import { compareSides, formatValue, type DiffLine } from './flatten.ts';

/** Both sides beside each other, value by value; what changed is marked. */
export function DiffTable({ entry: { before, after } }: { entry: AuditEntry }) {
  const lines = compareSides(before, after);
  if (lines.length === 0) return <p className="muted">The entry has no values: what was done says it all.</p>;
  return (
    <div className="table-scroll">
      <table className={`table ${styles['diff']}`}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">{before ? 'Before' : 'Before (nothing)'}</th>
            <th scope="col">{after ? 'After' : 'After (nothing)'}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <DiffRow key={line.path} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DiffRow({ line: { path, before, after, changed } }: { line: DiffLine }) {
  return (
    <tr className={changed ? styles['changed'] : undefined}>
      <th scope="row">
        {path}
        {changed && <span className="visually-hidden"> (changed)</span>}
      </th>
      <td>
        <Value value={before} mark={changed && before !== undefined ? '−' : ''} />
      </td>
      <td>
        <Value value={after} mark={changed && after !== undefined ? '+' : ''} />
      </td>
    </tr>
  );
}

function Value({ value, mark }: { value: unknown; mark: string }) {
  return (
    <>
      {mark && <span aria-hidden>{mark} </span>}
      <code>{formatValue(value)}</code>
    </>
  );
}
