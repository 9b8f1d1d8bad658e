import { useSession } from '../../session/use-session.ts';
import { formatDate } from '../../format/dates.ts';
import { Badge } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './members.module.css';
import type { Member } from './queries.ts';

interface MemberLineProps {
  member: Member;
  onChangeRole: () => void;
  onRemove: () => void;
}

export function MemberLine({ member, onChangeRole, onRemove }: MemberLineProps) {
  const { id, email, fullName, role, emailVerified } = member;
  const isSelf = useSession()?.userId === id;
  return (
    <li className={styles['line']}>
      <div className={styles['text']}>
        <span className={styles['who']}>
          <strong>{fullName ?? email}</strong>
          <Badge>{role}</Badge>
          {isSelf && <Badge>you</Badge>}
          {!emailVerified && <Badge tone="warning">e-mail not confirmed</Badge>}
        </span>
        {fullName && <span className="muted">{email}</span>}
      </div>
      <span className={`muted small ${styles['since']}`}>
        <Since member={member} />
      </span>
      <div className={styles['actions']}>
        <Button size="small" onClick={onChangeRole} aria-label={`Change role of ${email}`}>
          Change role
        </Button>
        <Button size="small" variant="danger" onClick={onRemove} aria-label={`Remove ${email}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function Since({ member: { createdAt, lastSeenAt } }: { member: Member }) {
  return (
    <>
      <span>Joined {formatDate(createdAt)}</span>
      <span>
        {lastSeenAt ? (
          <>
            Signed in <Time at={lastSeenAt} relative />
          </>
        ) : (
          'Not signed in for a month'
        )}
      </span>
    </>
  );
}
