import type { Session } from '../../db/models/session.ts';
import { slideSession } from '../../db/queries/sessions.ts';
import { findUser } from '../../db/queries/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { describeConsoleSession, findConsoleSession, idleEndOf } from './console-session.ts';
import { ConsoleSession, SAME_ORIGIN_ONLY } from './schemas.ts';

export const renewConsoleSession = defineRoute({
  method: 'POST',
  path: '/auth/console-session/token',
  name: 'renewConsoleSession',
  tag: 'Authentication',
  summary: 'Get an access token for the session of the console',
  description: `By the cookie alone. Counts as use: the session lasts for \`idleTimeoutSeconds\` from now, at most until its absolute end. The cookie stays the same, so that several tabs can ask at once. With 401 it is cleared: sign in again. ${SAME_ORIGIN_ONLY}`,
  access: { kind: 'cookie' },
  response: ConsoleSession,
  errors: ['UNAUTHENTICATED'],

  async handler({ cookie, request }, dependencies) {
    const session = await extendSession(cookie, dependencies);
    const user = session && (await findUser(dependencies.db.knex, session.companyId, session.userId));
    if (!user) {
      cookie.clear();
      throw new ApiError('UNAUTHENTICATED');
    }
    request.companyId = user.companyId;
    return describeConsoleSession(user, session, dependencies);
  },
});

/** The session of the cookie, with its idle end moved; undefined when there is none or it is over. */
async function extendSession(
  cookie: SessionCookie,
  { clock, config, db }: Pick<Dependencies, 'clock' | 'config' | 'db'>,
): Promise<Session | undefined> {
  const session = await findConsoleSession(db, cookie.read());
  if (!session) return undefined;
  const now = clock.now();
  const use = { sessionId: session.id, now: new Date(now), idleEnd: idleEndOf(now, config) };
  return slideSession(db.knex, session.companyId, use);
}
