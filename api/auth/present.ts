import type { Static } from 'typebox';
import type { Subscription } from '../../db/models/subscription.ts';
import type { SigningSecret } from '../../db/queries/signing-secrets.ts';
import { ROLE_PERMISSIONS, type Role } from '../../engine/vocabulary.ts';
import type { LoginResponse, WebhookSecretStatus } from './schemas.ts';

/** What a person may do and what the company pays for, as login and registration show it. */
export function presentSessionState(role: Role, subscription: Pick<Subscription, 'status' | 'plan'> | undefined) {
  const active = subscription?.status === 'active';
  return {
    subscriptionStatus: subscription?.status ?? ('none' as const),
    planCode: subscription?.plan?.code ?? '',
    planFeatures: active ? (subscription.plan?.features ?? []) : [],
    permissions: [...ROLE_PERMISSIONS[role]],
  };
}

export function presentLogin(
  tokens: { accessToken: string; refreshToken: string },
  role: Role,
  subscription: Subscription | undefined,
): Static<typeof LoginResponse> {
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    ...presentSessionState(role, subscription),
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
