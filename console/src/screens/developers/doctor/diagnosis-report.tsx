import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { formatCount } from '../../../format/numbers.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Diagnosis } from './diagnose.ts';
import styles from './doctor.module.css';

type Check = Diagnosis['checks'][number];

const NAMES: Record<Check['name'], string> = {
  headers: 'Headers',
  timestamp: 'Timestamp',
  nonce: 'Nonce',
  body: 'Body',
  secret: 'Secret',
  signature: 'Signature',
  subscription: 'Plan',
  event: 'Event',
};

export function DiagnosisReport({
  diagnosis: { valid, wouldAnswer, hints, checks, received },
}: {
  diagnosis: Diagnosis;
}) {
  return (
    <div className="stack">
      <p className={`notice ${valid ? styles['good'] : 'notice-bad'}`}>
        <strong>{valid ? 'Nothing is wrong: this would be accepted.' : 'This would be refused.'}</strong>{' '}
        {describeAnswer(wouldAnswer)}
      </p>
      {hints.length > 0 && (
        <>
          <h3>What to do</h3>
          <ol className={styles['hints']}>
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ol>
        </>
      )}
      <h3>What was checked</h3>
      <ul className={styles['checks']}>
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ul>
      <h3>What arrived</h3>
      <dl className="facts small">
        <dt>Bytes</dt>
        <dd>{formatCount(received.bodyBytes)}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{received.bodySha256}</code> <CopyButton text={received.bodySha256} label="Copy the SHA-256" />
        </dd>
        <dt>At</dt>
        <dd>
          <Time at={received.at} />
        </dd>
      </dl>
    </div>
  );
}

function describeAnswer({ statusCode, code, message, duplicate }: Diagnosis['wouldAnswer']): string {
  if (duplicate) return 'Its idempotencyKey is known, so the answer would be the original result (200, duplicate).';
  return code ? `The answer would be ${statusCode} ${code}: ${message}.` : `The answer would be ${statusCode}.`;
}

function CheckLine({ check: { name, ok, message, details = [] } }: { check: Check }) {
  return (
    <li className={styles['check']}>
      <CheckSign ok={ok} />
      <div>
        <strong>{NAMES[name]}</strong>
        <span className="visually-hidden">{ok === null ? ' (not checked)' : ok ? ' (right)' : ' (wrong)'}</span>:{' '}
        {message}
        {details.map((detail) => (
          <p key={detail.path + detail.message} className="small">
            <code>{detail.path || 'body'}</code> {detail.message}
          </p>
        ))}
      </div>
    </li>
  );
}

function CheckSign({ ok }: Pick<Check, 'ok'>) {
  if (ok === null) return <CircleMinus size={18} className={styles['unknown']} aria-hidden />;
  if (ok) return <CircleCheck size={18} className={styles['right']} aria-hidden />;
  return <CircleX size={18} className={styles['wrong']} aria-hidden />;
}
