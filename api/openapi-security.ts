import type { Access, RouteDefinition } from './http/define-route.ts';

type Json = Record<string, unknown>;

const BEARER = {
  accessToken:
    'The `accessToken` of a login, registration or refresh: `Authorization: Bearer <ACCESS_TOKEN>`. It lives 15 minutes ' +
    'unless configured otherwise; then requests answer 401 TOKEN_EXPIRED: refresh and repeat. Never in a query string.',
  refreshToken:
    'The `refreshToken`, for `POST /auth/refresh` only. It works once: each refresh gives a new one, and a second use of ' +
    'an old one ends the session. Keep it on a server.',
};

const COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-console',
  description:
    'Set by `POST /auth/console-session`: HttpOnly, SameSite=Strict, Secure, for the whole site and no other host. Where the ' +
    'service is reached over plain http, the name is `console` and Secure is left out. Scripts never see it.',
};

/** How the headers of signed requests come about; one that is not here carries a signature of the body. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-event-signature':
    'HMAC-SHA256 of the exact bytes of the request body in lower-case hex. The key is the whole signing secret as shown, ' +
    'with its `whsec_`, as UTF-8. Sign the bytes you send: serialise once. ' +
    '`printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET"` gives the same.',
  'x-event-timestamp':
    'The time of sending in whole seconds since the Unix epoch, at most 300 seconds (configurable) from the time of the service.',
  'x-event-nonce': 'A value never used before, at most 256 characters, such as a random UUID. A retry takes a new one.',
  'stripe-signature':
    'Made by Stripe: `t=<seconds>,v1=<hex>`, HMAC-SHA256 of `<seconds>.<body>` under the signing secret of the endpoint.',
  'x-razorpay-signature': 'Made by Razorpay: HMAC-SHA256 of the body in hex, under the secret of the webhook.',
};
const ANY_SIGNATURE = "The sender's signature of the exact bytes of the request body.";

/** How callers prove who they are: bearer tokens, the cookie of the console, and the headers of signed requests. */
export function describeSecurity(routes: readonly RouteDefinition[]): Record<string, Json> {
  const schemes: Record<string, Json> = {};
  for (const [name, description] of Object.entries(BEARER)) {
    schemes[name] = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description };
  }
  for (const { access } of routes) {
    if (access.kind === 'cookie') schemes['consoleSession'] = COOKIE;
    if (access.kind !== 'signature') continue;
    for (const name of access.headers) {
      schemes[schemeOf(name)] = { type: 'apiKey', in: 'header', name, description: HEADERS[name] ?? ANY_SIGNATURE };
    }
  }
  return schemes;
}

/** The security requirement of a route: all headers of a signed request together, or any one of them. */
export function securityOf(access: Access): Json[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'cookie':
      return [{ consoleSession: [] }];
    case 'bearer':
      return [{ accessToken: [] }];
    case 'refresh':
      return [{ refreshToken: [] }];
    case 'signature':
      return access.oneOf
        ? access.headers.map((header) => ({ [schemeOf(header)]: [] }))
        : [Object.fromEntries(access.headers.map((header) => [schemeOf(header), []]))];
  }
}

/** x-event-signature becomes eventSignature. */
function schemeOf(header: string): string {
  return header.replace(/^x-/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
