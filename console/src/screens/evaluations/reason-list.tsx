import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { reasonWords } from '../../format/reason-words.ts';
import styles from './evaluation.module.css';
import { explainReason } from './explain/reason-sentences.ts';

/** The reasons as sentences with their numbers, the one that counted most first. */
export function ReasonList({ evaluation }: { evaluation: Schemas['EvaluationDetail'] }) {
  const { reasonCodes, amountMinor, featureContributions: contributions } = evaluation;
  if (reasonCodes.length === 0) {
    return <p className="muted">No reason was strong enough to be named: what little there is adds up to this.</p>;
  }
  return (
    <ol className={styles['reasons']}>
      {reasonCodes.map((code) => (
        <li key={code}>
          <p>{explainReason(code, { contributions, amountMinor }) ?? reasonWords(code)}</p>
          <p className="muted small mono">{code}</p>
        </li>
      ))}
    </ol>
  );
}
