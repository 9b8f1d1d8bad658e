import { useState } from 'react';
import type { Contributions } from '../../api/assessment-words.ts';
import { formatCount } from '../../format/numbers.ts';
import { TextField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './evaluation.module.css';
import { contributionWords } from './explain/contribution-words.ts';

/** Everything that the engine told of its score, to search in. */
export function RawContributions({ contributions }: { contributions: Contributions }) {
  const [open, setOpen] = useState(false);
  const names = Object.keys(contributions);
  return (
    <Card>
      <details className={styles['details']} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2>All {formatCount(names.length)} contributions</h2>
        </summary>
        {open && <ContributionTable contributions={contributions} names={names} />}
      </details>
    </Card>
  );
}

function ContributionTable({ contributions, names }: { contributions: Contributions; names: readonly string[] }) {
  const [wanted, setWanted] = useState('');
  const rows = names
    .map((name) => ({ name, words: contributionWords(name) ?? '', value: contributions[name] }))
    .filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <div className="stack">
      <TextField
        label="Search the contributions"
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className={`table-scroll ${styles['raw']}`} role="region" aria-label="Contributions" tabIndex={0}>
        <table className="table number">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, words, value }) => (
              <tr key={name}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td>{String(value)}</td>
                <td className="muted">{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="muted">None is called or means that.</p>}
      </div>
    </div>
  );
}
