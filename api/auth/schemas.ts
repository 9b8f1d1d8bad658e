import Type from 'typebox';
import { PLAN_FEATURES, ROLES, ROLE_PERMISSIONS, SUBSCRIPTION_STATUSES } from '../../engine/vocabulary.ts';
import { email, enumOf, nullable, text, timestamp, uuid } from '../http/schema.ts';

const password = () =>
  text({
    minLength: 8,
    maxLength: 128,
    description: 'The password, 8 to 128 characters',
    examples: ['correct horse battery'],
  });

const accessToken = Type.String({ description: 'JWT for the Authorization header; short-lived' });
const refreshToken = Type.String({ description: 'JWT for POST /auth/refresh only; usable once' });

const sessionState = {
  subscriptionStatus: enumOf([...SUBSCRIPTION_STATUSES, 'none'], {
    description: 'none: the company never had a subscription',
  }),
  planCode: Type.String({ description: 'Plan of the active subscription, or else of the latest', examples: ['trial'] }),
  planFeatures: Type.Array(enumOf(PLAN_FEATURES)),
  permissions: Type.Array(enumOf(ROLE_PERMISSIONS.admin)),
};

export const RegisterRequest = Type.Object(
  {
    companyName: text({ minLength: 1, maxLength: 200, examples: ['Example Shop'] }),
    email: email(),
    password: password(),
    fullName: Type.Optional(text({ minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] })),
  },
  { title: 'RegisterRequest' },
);

export const RegisterResponse = Type.Object(
  {
    companyId: uuid(),
    companyName: Type.String(),
    userId: uuid(),
    email: Type.String(),
    role: enumOf(ROLES),
    accessToken,
    refreshToken,
    ...sessionState,
  },
  { title: 'RegisterResponse' },
);

export const LoginRequest = Type.Object(
  { companyId: uuid(), email: email(), password: password() },
  { title: 'LoginRequest', description: 'Spec section 2.1' },
);

export const LoginResponse = Type.Object(
  {
    accessToken,
    refreshToken,
    ...sessionState,
    departmentId: nullable(Type.String()),
    departmentName: nullable(Type.String()),
    accessRoleId: nullable(Type.String()),
    accessRoleName: nullable(Type.String()),
  },
  { title: 'LoginResponse', description: 'Spec section 2.2' },
);

export const RefreshResponse = Type.Object({ accessToken, refreshToken }, { title: 'RefreshResponse' });

export const LogoutResponse = Type.Object({ success: Type.Literal(true) }, { title: 'LogoutResponse' });

export const WebhookSecretRotation = Type.Object(
  {
    companyId: uuid(),
    webhookSigningSecret: Type.String({ description: 'The new secret, shown once; the HMAC key is this whole string' }),
    secretPrefix: Type.String(),
    rotatedAt: timestamp(),
  },
  { title: 'WebhookSecretRotation' },
);

export const WebhookSecretStatus = Type.Object(
  {
    companyId: uuid(),
    configured: Type.Boolean(),
    secretPrefix: nullable(Type.String()),
    rotatedAt: nullable(timestamp()),
  },
  { title: 'WebhookSecretStatus' },
);
