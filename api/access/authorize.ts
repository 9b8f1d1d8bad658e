import type { SessionAccess } from '../../db/queries/access.ts';
import { ROLE_PERMISSIONS } from '../../engine/vocabulary.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Access, Caller, RefreshCaller, RequestContext } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import type { AccessControl } from './access-control.ts';

type BearerAccess = Extract<Access, { kind: 'bearer' }>;

/** Checks access against the token and, in one statement, against the session, the user and the tenant as they are now. */
export function createAccessControl({ hotPath, tokens }: Pick<Dependencies, 'hotPath' | 'tokens'>): AccessControl {
  async function authorizeBearer(access: BearerAccess, token: string): Promise<Caller> {
    const claims = tokens.verify(token, 'access');
    const { companyId, sid: sessionId } = claims;
    const found = await hotPath.findSession(companyId, sessionId);
    if (found?.userId !== claims.sub) throw new ApiError('UNAUTHENTICATED');
    checkRole(access, found);
    checkSubscription(access, found);
    const { userId, email, role, ...tenant } = found;
    return { companyId, userId, email, role, sessionId, tenant };
  }

  return {
    authorize: async (access, request) => {
      const token = readBearerToken(request);
      if (access.kind === 'bearer') return authorizeBearer(access, token);
      const claims = tokens.verify(token, 'refresh');
      return {
        companyId: claims.companyId,
        userId: claims.sub,
        sessionId: claims.sid,
        tokenId: claims.jti,
      } satisfies RefreshCaller;
    },
  };
}

/** The token of `Authorization: Bearer <token>`; query strings are never looked at (spec section 5.2, rule 6). */
function readBearerToken({ headers }: Pick<RequestContext, 'headers'>): string {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new ApiError('UNAUTHENTICATED');
  return token;
}

function checkRole({ role, permission }: BearerAccess, caller: SessionAccess): void {
  if (role && caller.role !== role) throw new ApiError('FORBIDDEN');
  if (permission && !ROLE_PERMISSIONS[caller.role].includes(permission)) throw new ApiError('FORBIDDEN');
}

function checkSubscription({ subscription, feature }: BearerAccess, caller: SessionAccess): void {
  if (!subscription && !feature) return;
  if (!caller.subscription) throw new ApiError('SUBSCRIPTION_REQUIRED');
  if (feature && !caller.subscription.features.includes(feature)) throw new ApiError('FEATURE_NOT_IN_PLAN');
}
