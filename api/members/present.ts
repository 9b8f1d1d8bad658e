import type { Static } from 'typebox';
import type { Invitation as InvitationRow } from '../../db/queries/invitations.ts';
import type { Member as MemberRow } from '../../db/queries/members.ts';
import type { Invitation, Member } from './schemas.ts';

export function presentMember(member: MemberRow): Static<typeof Member> {
  const { id, email, fullName, role } = member;
  return {
    id,
    email,
    fullName,
    role,
    emailVerified: member.emailVerifiedAt !== null,
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
  };
}

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
