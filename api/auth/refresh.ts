import { revokeReusedSession, rotateRefreshToken } from '../../db/queries/sessions.ts';
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
    const startedAt = new Date(clock.now());
    const user = await findUser(db.knex, companyId, caller.userId);
    if (!user) throw new ApiError('UNAUTHENTICATED');
    const next = tokens.issue({ sub: user.id, companyId, role: user.role, sid: sessionId });
    const rotated = await rotateRefreshToken(db.knex, companyId, {
      sessionId,
      from: tokenId,
      to: next.refreshTokenId,
      now: new Date(clock.now()),
      expiresAt: next.refreshExpiresAt,
    });
    if (!rotated) {
      await revokeReusedSession(db.knex, companyId, sessionId, startedAt);
      throw new ApiError('UNAUTHENTICATED');
    }
    return { accessToken: next.accessToken, refreshToken: next.refreshToken };
  },
});
