import type { Access, RouteDefinition } from './http/define-route.ts';

type Json = Record<string, unknown>;

const BEARER = {
  accessToken: 'The access token of a login',
  refreshToken: 'The refresh token, for POST /auth/refresh',
};

/** How callers prove who they are: bearer tokens, and the headers of signed requests. */
export function describeSecurity(routes: readonly RouteDefinition[]): Record<string, Json> {
  const schemes: Record<string, Json> = {};
  for (const [name, description] of Object.entries(BEARER)) {
    schemes[name] = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description };
  }
  for (const { access } of routes) {
    if (access.kind !== 'signature') continue;
    for (const header of access.headers) schemes[schemeOf(header)] = { type: 'apiKey', in: 'header', name: header };
  }
  return schemes;
}

/** The security requirement of a route: all headers of a signed request together. */
export function securityOf(access: Access): Json[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'bearer':
      return [{ accessToken: [] }];
    case 'refresh':
      return [{ refreshToken: [] }];
    case 'signature':
      return [Object.fromEntries(access.headers.map((header) => [schemeOf(header), []]))];
  }
}

/** x-event-signature becomes eventSignature. */
function schemeOf(header: string): string {
  return header.replace(/^x-/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
