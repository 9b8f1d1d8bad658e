import { Link } from '@tanstack/react-router';
import { Badge } from '../../../ui/badges.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { GraphIndex } from '../model/graph-index.ts';
import { userIdOf, type UserNode } from '../model/kinds.ts';
import type { Seen } from '../model/seen.ts';
import { tellScores } from './tell-scores.ts';

/** What is known of a user, now and at the assessment, and where more of it stands. */
export function UserFacts({ id, seen: { then, now } }: { id: string; seen: Seen }) {
  const [userThen, userNow] = [findUser(then, id), findUser(now, id)];
  const user = userNow ?? userThen;
  const userId = user && userIdOf(user);
  return (
    <>
      {userNow && <Standing title={then && 'Now'} user={userNow} />}
      {userThen && (id === then?.seedId ? <Standing title="At the assessment" user={userThen} /> : <Suppressed />)}
      {userId === undefined ? (
        <p className="muted small">
          The id of this user is personal data, so it is masked, and no other screen is linked.
        </p>
      ) : (
        <div className="row">
          <Link to="/evaluations" search={{ search: userId }} className="button button-small">
            Evaluations
          </Link>
          {!(id === now?.seedId && !then) && (
            <Link to="/graph" search={{ userId }} className="button button-small">
              Graph around this user
            </Link>
          )}
          <CopyButton text={userId} label="Copy the user id" />
        </div>
      )}
    </>
  );
}

function findUser(graph: GraphIndex | undefined, id: string): UserNode | undefined {
  const node = graph?.nodes.get(id);
  return node?.group === 'riskuser' ? node : undefined;
}

function Standing({ title, user }: { title: string | undefined; user: UserNode }) {
  const isFraud = user.properties.is_confirmed_fraud;
  return (
    <div>
      {title && <h3>{title}</h3>}
      <dl className="facts">
        <dt>Fraud</dt>
        <dd>{isFraud ? <Badge tone="bad">confirmed fraud</Badge> : 'not confirmed'}</dd>
        {tellScores(user.properties).map(({ name, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Suppressed() {
  return (
    <div>
      <h3>At the assessment</h3>
      <p className="muted small">
        Labels and scores of others are not shown for that moment, so that nothing learned later can look as if it had
        been known.
      </p>
    </div>
  );
}
