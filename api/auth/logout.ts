import { revokeSession } from '../../db/queries/sessions.ts';
import { defineRoute } from '../http/define-route.ts';
import { LogoutResponse } from './schemas.ts';

export const logout = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  name: 'logout',
  tag: 'Authentication',
  summary: 'End the current session',
  description: 'Its access and refresh tokens stop working at once, in every process.',
  access: { kind: 'bearer' },
  response: LogoutResponse,

  async handler({ caller }, { clock, db }) {
    await revokeSession(db.knex, caller.companyId, caller.sessionId, new Date(clock.now()));
    return { success: true as const };
  },
});
