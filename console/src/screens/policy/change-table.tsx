import type { Change } from './settings.ts';

interface ChangeTableProps {
  changes: readonly Change[];
  before?: string;
  after?: string;
}

/** What changes, line by line. */
export function ChangeTable({ changes, before = 'Now', after = 'Then' }: ChangeTableProps) {
  if (changes.length === 0) return <p>Nothing differs.</p>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.name}>
            <th scope="row">{change.name}</th>
            <td>{change.before}</td>
            <td>
              <strong>{change.after}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
