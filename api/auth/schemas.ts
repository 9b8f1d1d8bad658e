import Type from 'typebox';
import { PLAN_FEATURES, ROLES, ROLE_PERMISSIONS, SUBSCRIPTION_STATUSES } from '../../engine/vocabulary.ts';
import { email, enumOf, nullable, text, timestamp, uuid } from '../http/schema.ts';

/** Of two operations: one signs in to the console and one signs out. */
export const CONSOLE_SESSION_PATH = '/auth/console-session';

/** In the description of every operation with the cookie. */
export const SAME_ORIGIN_ONLY =
  'Requests that pages of other sites make are refused with 403: by `Sec-Fetch-Site`, or else by `Origin`.';

export const password = () =>
  text({
    minLength: 8,
    maxLength: 128,
    description: 'The password, 8 to 128 characters',
    examples: ['correct horse battery'],
  });

export const fullName = () => text({ minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] });

/** Any text: one that is no token is refused like one that was used. */
export const linkToken = () =>
  text({
    minLength: 1,
    maxLength: 1024,
    description: 'The token of the link in the e-mail; usable once',
    examples: ['AZqOuLr5fZ2bJ7aZkq0x4oQxkq9mZ0p8bVb0a1m3o6f2Yt7Wc5nEJ4uHs8LgRdKX'],
  });

const accessToken = Type.String({
  description: 'JWT for the Authorization header; short-lived',
  examples: ['<ACCESS_TOKEN>'],
});
const refreshToken = Type.String({
  description: 'JWT for POST /auth/refresh only; usable once',
  examples: ['<REFRESH_TOKEN>'],
});

const sessionState = {
  subscriptionStatus: enumOf([...SUBSCRIPTION_STATUSES, 'none'], {
    description: 'none: the company never had a subscription',
    examples: ['active'],
  }),
  planCode: Type.String({ description: 'Plan of the active subscription, or else of the latest', examples: ['trial'] }),
  planFeatures: Type.Array(enumOf(PLAN_FEATURES), {
    description: 'What the active plan includes; none without one',
    examples: [PLAN_FEATURES],
  }),
  permissions: Type.Array(enumOf(ROLE_PERMISSIONS.admin), {
    description: 'What the role of the caller may do',
    examples: [ROLE_PERMISSIONS.admin],
  }),
};

export const RegisterRequest = Type.Object(
  {
    companyName: text({ minLength: 1, maxLength: 200, examples: ['Example Shop'] }),
    email: email(),
    password: password(),
    fullName: Type.Optional(fullName()),
  },
  { title: 'RegisterRequest' },
);

export const RegisterResponse = Type.Object(
  {
    companyId: uuid({ description: 'Needed for every login and in every event' }),
    companyName: Type.String({ examples: ['Example Shop'] }),
    userId: uuid(),
    email: Type.String({ description: 'In lower case', examples: ['ada@example.com'] }),
    role: enumOf(ROLES),
    accessToken,
    refreshToken,
    ...sessionState,
  },
  { title: 'RegisterResponse' },
);

export const LoginRequest = Type.Object(
  { companyId: uuid({ description: 'From the registration' }), email: email(), password: password() },
  { title: 'LoginRequest' },
);

export const LoginResponse = Type.Object(
  {
    accessToken,
    refreshToken,
    ...sessionState,
    departmentId: nullable(Type.String({ description: 'null until assigned' })),
    departmentName: nullable(Type.String({ description: 'null until assigned' })),
    accessRoleId: nullable(Type.String({ description: 'null until assigned' })),
    accessRoleName: nullable(Type.String({ description: 'null until assigned' })),
  },
  { title: 'LoginResponse' },
);

export const ConsoleSession = Type.Object(
  {
    accessToken,
    accessTokenExpiresAt: timestamp({ description: 'Ask for another before; never after the end of the session' }),
    companyId: uuid(),
    companyName: Type.String({ examples: ['Example Shop'] }),
    userId: uuid(),
    email: Type.String({ examples: ['ada@example.com'] }),
    emailVerified: Type.Boolean({ description: 'Whether the address is confirmed' }),
    fullName: nullable(Type.String({ examples: ['Ada Lovelace'] })),
    role: enumOf(ROLES),
    ...sessionState,
    idleTimeoutSeconds: Type.Integer({
      minimum: 60,
      description: 'How long the session lasts when no access token is asked for',
      examples: [1800],
    }),
  },
  { title: 'ConsoleSession' },
);

export const RefreshResponse = Type.Object({ accessToken, refreshToken }, { title: 'RefreshResponse' });

export const LogoutResponse = Type.Object({ success: Type.Literal(true) }, { title: 'LogoutResponse' });

export const WebhookSecretRotation = Type.Object(
  {
    companyId: uuid(),
    webhookSigningSecret: Type.String({
      description: 'The new secret, shown once; the HMAC key is this whole string. The old one works no more',
      examples: ['<SIGNING_SECRET>'],
    }),
    secretPrefix: Type.String({ description: 'The leading part, to tell secrets apart', examples: ['whsec_bOPID0'] }),
    rotatedAt: timestamp(),
  },
  { title: 'WebhookSecretRotation' },
);

export const WebhookSecretStatus = Type.Object(
  {
    companyId: uuid(),
    configured: Type.Boolean({ description: 'Whether there is a secret: without one no event is accepted' }),
    secretPrefix: nullable(Type.String({ examples: ['whsec_bOPID0'] })),
    rotatedAt: nullable(timestamp()),
  },
  { title: 'WebhookSecretStatus' },
);

export const VerifyEmailRequest = Type.Object({ token: linkToken() }, { title: 'VerifyEmailRequest' });

export const VerifyEmailResponse = Type.Object(
  {
    email: Type.String({ examples: ['ada@example.com'] }),
    verifiedAt: timestamp({ description: 'When the address was first confirmed' }),
  },
  { title: 'VerifyEmailResponse' },
);

export const ResendVerificationResponse = Type.Object(
  {
    sent: Type.Boolean({ description: 'false: the address is confirmed already' }),
    email: Type.String({ examples: ['ada@example.com'] }),
  },
  { title: 'ResendVerificationResponse' },
);

export const ForgotPasswordRequest = Type.Object(
  { companyId: uuid(), email: email() },
  { title: 'ForgotPasswordRequest' },
);

export const ForgotPasswordResponse = Type.Object(
  { success: Type.Literal(true) },
  { title: 'ForgotPasswordResponse', description: 'Says nothing about whether there is such a person' },
);

export const ResetPasswordRequest = Type.Object(
  { token: linkToken(), password: password() },
  { title: 'ResetPasswordRequest' },
);

export const ResetPasswordResponse = Type.Object({ success: Type.Literal(true) }, { title: 'ResetPasswordResponse' });
