import type { SessionAccess } from '../../db/queries/access.ts';
import { listActivePlans } from '../../db/queries/plans.ts';
import { ROLE_PERMISSIONS } from '../../engine/vocabulary.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Access, Caller, RefreshCaller, RequestContext } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import type { AccessControl } from './access-control.ts';

type BearerAccess = Extract<Access, { kind: 'bearer' }>;

/** Checks access against the token and, in one statement, against the session, the user and the tenant as they are now. */
export function createAccessControl({
  db,
  hotPath,
  tokens,
}: Pick<Dependencies, 'db' | 'hotPath' | 'tokens'>): AccessControl {
  async function authorizeBearer(access: BearerAccess, token: string): Promise<Caller> {
    const claims = tokens.verify(token, 'access');
    const { companyId, sid: sessionId } = claims;
    const found = await hotPath.findSession(companyId, sessionId);
    if (found?.userId !== claims.sub) throw new ApiError('UNAUTHENTICATED');
    checkRole(access, found);
    await checkSubscription(db, access, found);
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

/** @throws ApiError 402; what the plan lacks is named, and the plans to buy that have it */
async function checkSubscription(
  { knex }: Dependencies['db'],
  { subscription, feature }: BearerAccess,
  caller: SessionAccess,
): Promise<void> {
  if (!subscription && !feature) return;
  if (!caller.subscription) throw new ApiError('SUBSCRIPTION_REQUIRED');
  if (!feature || caller.subscription.features.includes(feature)) return;
  const plans = await listActivePlans(knex);
  const names = plans.filter((plan) => plan.priceMinor > 0 && plan.features.includes(feature)).map(({ name }) => name);
  const others = names.length > 0 ? `. Plans that do: ${names.join(', ')}` : '';
  throw new ApiError('FEATURE_NOT_IN_PLAN', { message: `The current plan does not include ${feature}${others}` });
}
