import { countInvitations, listInvitations as findInvitations } from '../../db/queries/invitations.ts';
import { defineRoute } from '../http/define-route.ts';
import { toPage } from '../http/schema.ts';
import { presentInvitation } from './present.ts';
import { InvitationPage, InvitationQuery, INVITATIONS_PATH } from './schemas.ts';

export const listInvitations = defineRoute({
  method: 'GET',
  path: INVITATIONS_PATH,
  name: 'listInvitations',
  tag: 'Members',
  summary: 'List the invitations of the company, the newest first',
  description: 'Those that ended more than a year ago are not kept.',
  access: { kind: 'bearer', role: 'admin', permission: 'members:manage' },
  query: InvitationQuery,
  response: InvitationPage,

  async handler({ query, caller }, { clock, db }) {
    const { companyId } = caller;
    const filter = { status: query.status, now: new Date(clock.now()) };
    const [invitations, total] = await Promise.all([
      findInvitations(db.knex, companyId, { ...filter, page: query.page, limit: query.limit }),
      countInvitations(db.knex, companyId, filter),
    ]);
    return toPage(invitations.map(presentInvitation), total, query);
  },
});
