import { deleteMember as removeMember, findMemberToChange } from '../../db/queries/members.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { LAST_ADMIN, MEMBER_PATH, MemberDeletion, MemberPath } from './schemas.ts';

export const deleteMember = defineRoute({
  method: 'DELETE',
  path: MEMBER_PATH,
  name: 'deleteMember',
  tag: 'Members',
  summary: 'Remove a member from the company',
  description:
    'Their sessions end at once, in every process; what they did stays in reviews, feedback and the audit log. A company keeps at least one admin.',
  access: { kind: 'bearer', role: 'admin', permission: 'members:manage' },
  params: MemberPath,
  response: MemberDeletion,
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller, request }, { clock, db }) {
    const { companyId } = caller;
    return db.knex.transaction(async (transaction) => {
      const member = await findMemberToChange(transaction, companyId, params.memberId);
      if (!member) throw new ApiError('NOT_FOUND');
      if (member.isLastAdmin) throw new ApiError('CONFLICT', { message: LAST_ADMIN });
      const { id, email, role } = member;
      await removeMember(transaction, companyId, id);
      await auditChange(
        transaction,
        { caller, request, clock },
        { action: 'member.removed', targetType: 'member', targetId: id, before: { email, role }, after: null },
      );
      return { id, deleted: true as const };
    });
  },
});
