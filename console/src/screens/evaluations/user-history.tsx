import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { ActionBadge } from '../../ui/badges.tsx';
import { Card } from '../../ui/page.tsx';
import { Score } from '../../ui/score.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Amount } from './amount.tsx';
import styles from './evaluation.module.css';
import { eventWords } from './event-words.ts';
import { OutcomeMarks } from './outcome-marks.tsx';
import { evaluationsQuery } from './queries.ts';

type Evaluation = Schemas['Evaluation'];

const SHOWN = 12;

/** What else the user did lately, the latest first. */
export function UserHistory({ evaluation: { id, userId } }: { evaluation: Schemas['EvaluationDetail'] }) {
  const history = useQuery(evaluationsQuery({ search: userId }, SHOWN));
  return (
    <Card
      title="This user lately"
      actions={
        <Link to="/evaluations" search={{ search: userId }}>
          All of this user
        </Link>
      }
    >
      <Async query={history}>
        {({ data }) => {
          // The search finds what begins like the user, and transactions that do.
          const own = data.filter((other) => other.userId === userId);
          if (own.length === 0) return <EmptyState title="Nothing among the latest" />;
          return (
            <ol className={styles['timeline']}>
              {own.map((entry) => (
                <Entry key={entry.id} entry={entry} isShown={entry.id === id} />
              ))}
            </ol>
          );
        }}
      </Async>
    </Card>
  );
}

function Entry({ entry, isShown }: { entry: Evaluation; isShown: boolean }) {
  return (
    <li className={`${styles['entry']} ${styles[`entry-${entry.action}`]}`} aria-current={isShown || undefined}>
      <span className={styles['entry-what']}>
        {isShown ? (
          <strong>{eventWords(entry.source, entry.eventType)} (this one)</strong>
        ) : (
          <Link to="/evaluations/$evaluationId" params={{ evaluationId: entry.id }}>
            {eventWords(entry.source, entry.eventType)}
          </Link>
        )}{' '}
        <span className="muted small">{entry.transactionId}</span>
        <span className={`muted small ${styles['entry-when']}`}>
          <Time at={entry.createdAt} />
          {entry.amountMinor !== null && ', '}
          {entry.amountMinor !== null && <Amount {...entry} />}
        </span>
      </span>
      <Score value={entry.riskScore} />
      <span className="row">
        <ActionBadge action={entry.action} />
        {(entry.feedbackOutcome ?? entry.reviewStatus) && <OutcomeMarks {...entry} />}
      </span>
    </li>
  );
}
