import { revokeSession } from '../../db/queries/sessions.ts';
import { defineRoute } from '../http/define-route.ts';
import { findConsoleSession } from './console-session.ts';
import { CONSOLE_SESSION_PATH, LogoutResponse, SAME_ORIGIN_ONLY } from './schemas.ts';

export const deleteConsoleSession = defineRoute({
  method: 'DELETE',
  path: CONSOLE_SESSION_PATH,
  name: 'deleteConsoleSession',
  tag: 'Authentication',
  summary: 'Sign out of the console',
  description: `Ends the session of the cookie: its access tokens stop working at once, in every process. Also 200 without one. ${SAME_ORIGIN_ONLY}`,
  access: { kind: 'cookie' },
  response: LogoutResponse,

  async handler({ cookie, request }, { clock, db }) {
    const session = await findConsoleSession(db, cookie.read());
    if (session) {
      request.companyId = session.companyId;
      await revokeSession(db.knex, session.companyId, session.id, new Date(clock.now()));
    }
    cookie.clear();
    return { success: true as const };
  },
});
