import { findInvitation, revokeInvitation } from '../../db/queries/invitations.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { InvitationDeletion, InvitationPath } from './schemas.ts';

export const deleteInvitation = defineRoute({
  method: 'DELETE',
  path: '/auth/invitations/:id',
  name: 'deleteInvitation',
  tag: 'Members',
  summary: 'Revoke an invitation',
  description:
    'Its link stops working; the invitation stays in the list as revoked. Revoking it again changes nothing.',
  access: { kind: 'bearer', role: 'admin', permission: 'members:manage' },
  params: InvitationPath,
  response: InvitationDeletion,
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller, request }, { clock, db }) {
    const { companyId } = caller;
    const { id } = params;
    const now = new Date(clock.now());
    await db.knex.transaction(async (transaction) => {
      const revoked = await revokeInvitation(transaction, companyId, { id, now });
      const invitation = await findInvitation(transaction, companyId, { id, now });
      if (!invitation) throw new ApiError('NOT_FOUND');
      if (invitation.status === 'accepted') {
        throw new ApiError('CONFLICT', { message: 'The invitation was accepted already' });
      }
      if (!revoked) return;
      const { email, role, status } = invitation;
      await auditChange(
        transaction,
        { caller, request, clock },
        {
          action: 'invitation.revoked',
          targetType: 'invitation',
          targetId: invitation.id,
          before: { email, role, status: status === 'revoked' ? 'pending' : status },
          after: { email, role, status },
        },
      );
    });
    return { id, deleted: true as const };
  },
});
