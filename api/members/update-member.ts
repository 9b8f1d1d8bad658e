import { findMemberToChange, updateMemberRole } from '../../db/queries/members.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { presentMember } from './present.ts';
import { LAST_ADMIN, Member, MEMBER_PATH, MemberChange, MemberPath } from './schemas.ts';

export const updateMember = defineRoute({
  method: 'PATCH',
  path: MEMBER_PATH,
  name: 'updateMember',
  tag: 'Members',
  summary: 'Give a member another role',
  description: 'It counts at once, in every process. A company keeps at least one admin.',
  access: { kind: 'bearer', role: 'admin', permission: 'members:manage' },
  params: MemberPath,
  body: MemberChange,
  response: Member,
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, body, caller, request }, { clock, db }) {
    const { companyId } = caller;
    const { role } = body;
    return db.knex.transaction(async (transaction) => {
      const member = await findMemberToChange(transaction, companyId, params.memberId);
      if (!member) throw new ApiError('NOT_FOUND');
      if (member.role === role) return presentMember(member);
      if (member.isLastAdmin) throw new ApiError('CONFLICT', { message: LAST_ADMIN });
      const { id, email } = member;
      await updateMemberRole(transaction, companyId, { id, role });
      await auditChange(
        transaction,
        { caller, request, clock },
        {
          action: 'member.role_changed',
          targetType: 'member',
          targetId: id,
          before: { email, role: member.role },
          after: { email, role },
        },
      );
      return presentMember({ ...member, role });
    });
  },
});
