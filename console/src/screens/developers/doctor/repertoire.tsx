import styles from './doctor.module.css';

const MISTAKES = [
  'The body was changed after it was signed: spaces, a newline at its end, another order, a byte order mark',
  'The signature is base64, has a prefix, or is of another hash',
  'The key is the secret without its whsec_, decoded, or with a line end that was read along',
  'Timestamp, nonce and body were signed together, as other services want it',
  'The timestamp is in milliseconds, of another time zone, or too old',
  'A field of the event is missing, or is not what it should be',
];

/** What the diagnosis knows, for whoever has not asked it yet. */
export function Repertoire() {
  return (
    <div className="stack">
      <h3>What it can tell</h3>
      <ul className={`muted ${styles['repertoire']}`}>
        {MISTAKES.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </div>
  );
}
