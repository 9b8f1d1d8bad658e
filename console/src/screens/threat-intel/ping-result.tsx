import { formatCount } from '../../format/numbers.ts';
import type { Ping } from './queries.ts';
import styles from './threat-intel.module.css';

/** What came of a test message. */
export function PingResult({ ping: { delivered, statusCode, error, responseExcerpt, durationMs } }: { ping: Ping }) {
  return (
    <div className={`notice ${delivered ? styles['good'] : 'notice-bad'}`}>
      <p>
        <strong>{delivered ? 'The test message was delivered.' : 'The test message was not delivered.'}</strong>{' '}
        {statusCode === null ? (error ?? 'There was no answer') : `The answer was ${statusCode}`}, after{' '}
        {formatCount(Math.round(durationMs))} ms.
        {!delivered && ' Tests are not repeated, and do not count as deliveries.'}
      </p>
      {responseExcerpt && <code className="small">{responseExcerpt}</code>}
    </div>
  );
}
