import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatScore } from '../../format/numbers.ts';
import { ActionBadge, RiskBadge } from '../../ui/badges.tsx';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { Amount } from './amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './evaluation.module.css';
import { eventWords } from './event-words.ts';
import { explainAction } from './explain/action-sentence.ts';
import { OutcomeMarks } from './outcome-marks.tsx';

/** What was decided about what. */
export function EvaluationHeadline({ evaluation }: { evaluation: Schemas['EvaluationDetail'] }) {
  const { riskScore, riskLevel, action, recommendedAction } = evaluation;
  return (
    <Card className={styles['headline']}>
      <div className={styles['verdict']}>
        <p className={`number ${styles['big-score']}`}>
          {formatScore(riskScore)}
          <span className="muted small"> of 100</span>
        </p>
        <p className="row">
          <ActionBadge action={action} />
          <RiskBadge level={riskLevel} />
        </p>
        {action !== recommendedAction && (
          <p className="small">
            The engine itself recommends <ActionBadge action={recommendedAction} />
          </p>
        )}
        <p className="muted small">{explainAction(evaluation)}</p>
      </div>
      <Facts evaluation={evaluation} />
    </Card>
  );
}

function Facts({ evaluation }: { evaluation: Schemas['EvaluationDetail'] }) {
  const { id, createdAt, occurredAt, userId, transactionId, externalEventId } = evaluation;
  return (
    <dl className={`facts ${styles['facts']}`}>
      <dt>Assessed</dt>
      <dd>
        <Time at={createdAt} /> (<Time at={createdAt} relative />)
      </dd>
      <dt>What</dt>
      <dd>
        {eventWords(evaluation.source, evaluation.eventType)}, at <Time at={occurredAt} />
      </dd>
      <dt>Amount</dt>
      <dd>
        <Amount {...evaluation} />
      </dd>
      <dt>User</dt>
      <dd>
        <Link to="/evaluations" search={{ search: userId }}>
          {userId}
        </Link>
      </dd>
      <dt>Transaction</dt>
      <dd>
        <Link to="/evaluations" search={{ search: transactionId }}>
          {transactionId}
        </Link>
        {externalEventId && <span className="muted small"> event {externalEventId}</span>}
      </dd>
      <dt>Outcome</dt>
      <dd>
        <OutcomeMarks {...evaluation} />
      </dd>
      <dt>Assessment id</dt>
      <dd>
        <span className="mono">{id}</span> <CopyButton text={id} label="Copy the assessment id" />
        <span className="muted small">
          {' '}
          engine {evaluation.engineVersion}, {evaluation.latencyMs} ms
        </span>
      </dd>
    </dl>
  );
}
