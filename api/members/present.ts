import type { Static } from 'typebox';
import type { Invitation as InvitationRow } from '../../db/queries/invitations.ts';
import type { Invitation } from './schemas.ts';

export function presentInvitation(invitation: InvitationRow): Static<typeof Invitation> {
  const { id, email, role, status, invitedBy, invitedByEmail, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    status,
    invitedBy,
    invitedByEmail,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
    revokedAt: invitation.revokedAt?.toISOString() ?? null,
  };
}
