import { formatCount } from '../../format/numbers.ts';
import { Time } from '../../ui/time.tsx';
import type { Delivery } from './queries.ts';
import styles from './threat-intel.module.css';

/** The latest attempts of a delivery, and what the endpoint said to each. */
export function Attempts({ delivery: { id, recentAttempts } }: { delivery: Delivery }) {
  return (
    <details>
      <summary>
        {recentAttempts.length === 1 ? 'The attempt' : `The last ${recentAttempts.length} attempts`}
        <span className="visually-hidden"> of {id}</span>
      </summary>
      <p className="small muted">
        webhook-id <code>{id}</code>
      </p>
      <ol className={styles['attempts']}>
        {recentAttempts.map(({ startedAt, durationMs, statusCode, error, responseExcerpt }) => (
          <li key={startedAt}>
            <Time at={startedAt} />: {error ?? `delivered (${statusCode})`}, {formatCount(Math.round(durationMs))} ms
            {responseExcerpt && (
              <>
                {' '}
                <code>{responseExcerpt}</code>
              </>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
