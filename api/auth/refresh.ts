import { findSession, revokeSession, rotateRefreshToken } from '../../db/queries/sessions.ts';
import { findUser } from '../../db/queries/users.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { RefreshResponse } from './schemas.ts';

export const refresh = defineRoute({
  method: 'POST',
  path: '/auth/refresh',
  name: 'refresh',
  tag: 'Authentication',
  summary: 'Exchange a refresh token for new tokens',
  description: 'Both tokens are replaced. A refresh token that is used twice ends its whole session.',
  access: { kind: 'refresh' },
  response: RefreshResponse,

  async handler({ caller }, { clock, db, tokens }) {
    const { companyId, sessionId, tokenId } = caller;
    const now = new Date(clock.now());
    const session = await findSession(db.knex, companyId, sessionId);
    const user = await findUser(db.knex, companyId, caller.userId);
    if (!session || !user) throw new ApiError('UNAUTHENTICATED');
    if (session.refreshTokenId !== tokenId) {
      // Exchanged before: whoever holds the copy, the session is no longer trusted.
      await revokeSession(db.knex, companyId, sessionId, now);
      throw new ApiError('UNAUTHENTICATED');
    }
    const next = tokens.issue({ sub: user.id, companyId, role: user.role, sid: sessionId });
    const rotation = { sessionId, from: tokenId, to: next.refreshTokenId, now, expiresAt: next.refreshExpiresAt };
    // Another call exchanged the token since this one looked: it lost a race and ends nothing.
    if (!(await rotateRefreshToken(db.knex, companyId, rotation))) throw new ApiError('UNAUTHENTICATED');
    return { accessToken: next.accessToken, refreshToken: next.refreshToken };
  },
});
