import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Invitee } from './invite-dialog.tsx';
import styles from './members.module.css';
import { invitationsQuery, type Invitation } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { INVITATION_STATUSES, type InvitationStatus } from './search.ts';

const route = getRouteApi('/app/members');

const STATUS_NAMES: Record<InvitationStatus, string> = {
  pending: 'Open',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
};

export function InvitationsCard({ onInviteAgain }: { onInviteAgain: (invitee: Invitee) => void }) {
  const { status = 'pending', invitationPage = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const invitations = useQuery({ ...invitationsQuery(status, invitationPage), placeholderData: keepPreviousData });
  const [revoking, setRevoking] = useState<Invitation>();
  const turn = (search: { status?: InvitationStatus; invitationPage?: number }) =>
    void navigate({ search: (before) => ({ ...before, invitationPage: 1, ...search }), resetScroll: false });
  return (
    <Card title="Invitations">
      <SelectField
        label="Show"
        value={status}
        choices={INVITATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))}
        onChange={(chosen) => turn({ status: chosen })}
      />
      <Async query={invitations}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={`No ${STATUS_NAMES[status].toLowerCase()} invitations`} />
          ) : (
            <>
              <ul className={styles['list']}>
                {data.map((invitation) => (
                  <InvitationLine
                    key={invitation.id}
                    invitation={invitation}
                    onRevoke={() => setRevoking(invitation)}
                    onInviteAgain={() => onInviteAgain({ email: invitation.email, role: invitation.role })}
                  />
                ))}
              </ul>
              {meta.totalPages > 1 && (
                <Pagination meta={meta} onPage={(page) => turn({ status, invitationPage: page })} />
              )}
            </>
          )
        }
      </Async>
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  );
}

interface InvitationLineProps {
  invitation: Invitation;
  onRevoke: () => void;
  onInviteAgain: () => void;
}

function InvitationLine({ invitation, onRevoke, onInviteAgain }: InvitationLineProps) {
  const { email, role, status, invitedByEmail, createdAt } = invitation;
  return (
    <li className={styles['line']}>
      <div className={styles['text']}>
        <span className={styles['who']}>
          <strong>{email}</strong> <Badge>{role}</Badge>
        </span>
        <span className="muted small">
          Invited by {invitedByEmail}, <Time at={createdAt} relative />
        </span>
        <span className="small">{describeEnd(invitation)}</span>
      </div>
      {status === 'pending' && (
        <Button size="small" variant="danger" onClick={onRevoke} aria-label={`Revoke the invitation of ${email}`}>
          Revoke
        </Button>
      )}
      {(status === 'expired' || status === 'revoked') && (
        <Button size="small" onClick={onInviteAgain} aria-label={`Invite again: ${email}`}>
          Invite again
        </Button>
      )}
    </li>
  );
}

function describeEnd({ status, expiresAt, acceptedAt, revokedAt }: Invitation) {
  const [verb, at] = {
    pending: ['Can be accepted until', expiresAt] as const,
    expired: ['Expired', expiresAt] as const,
    accepted: ['Accepted', acceptedAt] as const,
    revoked: ['Revoked or replaced', revokedAt] as const,
  }[status];
  return (
    <>
      {verb} {at && <Time at={at} />}
    </>
  );
}
