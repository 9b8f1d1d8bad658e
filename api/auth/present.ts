import type { Static } from 'typebox';
import type { TenantState } from '../../db/queries/access.ts';
import type { SigningSecret } from '../../db/queries/signing-secrets.ts';
import { ROLE_PERMISSIONS, type Role } from '../../engine/vocabulary.ts';
import type { LoginResponse, WebhookSecretStatus } from './schemas.ts';

/** What a person may do and what the company pays for, as login and registration show it. */
export function presentSessionState(role: Role, { subscription }: Pick<TenantState, 'subscription'>) {
  return {
    subscriptionStatus: subscription ? ('active' as const) : ('none' as const),
    planCode: subscription?.planCode ?? '',
    planFeatures: subscription?.features ?? [],
    permissions: [...ROLE_PERMISSIONS[role]],
  };
}

export function presentLogin(
  tokens: { accessToken: string; refreshToken: string },
  role: Role,
  tenant: Pick<TenantState, 'subscription'>,
): Static<typeof LoginResponse> {
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    ...presentSessionState(role, tenant),
    departmentId: null,
    departmentName: null,
    accessRoleId: null,
    accessRoleName: null,
  };
}

export function presentSecretStatus(
  companyId: string,
  secret: SigningSecret | undefined,
): Static<typeof WebhookSecretStatus> {
  return {
    companyId,
    configured: secret !== undefined,
    secretPrefix: secret?.prefix ?? null,
    rotatedAt: secret?.rotatedAt.toISOString() ?? null,
  };
}
