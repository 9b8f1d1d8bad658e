import { countMembers, listMembers as findMembers } from '../../db/queries/members.ts';
import { defineRoute } from '../http/define-route.ts';
import { toPage } from '../http/schema.ts';
import { presentMember } from './present.ts';
import { MemberPage, MemberQuery } from './schemas.ts';

export const listMembers = defineRoute({
  method: 'GET',
  path: '/auth/members',
  name: 'listMembers',
  tag: 'Members',
  summary: 'List the members of the company, the first who joined first',
  access: { kind: 'bearer', role: 'admin', permission: 'members:manage' },
  query: MemberQuery,
  response: MemberPage,

  async handler({ query, caller }, { db }) {
    const [members, total] = await Promise.all([
      findMembers(db.knex, caller.companyId, query),
      countMembers(db.knex, caller.companyId),
    ]);
    return toPage(members.map(presentMember), total, query);
  },
});
