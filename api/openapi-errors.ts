import Type from 'typebox';
import type { Access, RouteDefinition } from './http/define-route.ts';
import { ERRORS, type ErrorCode } from './http/errors.ts';
import type { Components } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

/** The body of every error (contract section 1). */
export const ErrorSchema = Type.Object(
  {
    statusCode: Type.Integer(),
    code: Type.Unsafe<ErrorCode>({ type: 'string', enum: Object.keys(ERRORS) }),
    message: Type.String(),
    requestId: Type.String({ description: 'Also in the header x-request-id' }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String({ description: 'JSON pointer' }), message: Type.String() }), {
        description: 'Only with VALIDATION_FAILED',
      }),
    ),
  },
  { title: 'Error' },
);

const OF_EVERY_ROUTE: readonly ErrorCode[] = ['INTERNAL', 'SERVICE_UNAVAILABLE'];
const OF_BODIES: readonly ErrorCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** The codes a route can answer, from what it checks and from what its handler declares. */
export function listErrorCodes(route: RouteDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>([...OF_EVERY_ROUTE, ...codesOfAccess(route.access), ...(route.errors ?? [])]);
  if (route.rateLimit) codes.add('RATE_LIMITED');
  if (route.params || route.query || route.body) codes.add('VALIDATION_FAILED');
  if (route.body) for (const code of OF_BODIES) codes.add(code);
  return [...codes];
}

function codesOfAccess(access: Access): ErrorCode[] {
  if (access.kind === 'public' || access.kind === 'signature') return [];
  const codes: ErrorCode[] = ['UNAUTHENTICATED', 'TOKEN_EXPIRED'];
  if (access.kind === 'refresh') return codes;
  if (access.role || access.permission) codes.push('FORBIDDEN');
  if (access.subscription || access.feature) codes.push('SUBSCRIPTION_REQUIRED');
  if (access.feature) codes.push('FEATURE_NOT_IN_PLAN');
  return codes;
}

/** One response per status, with the codes it may carry. */
export function describeErrorResponses(route: RouteDefinition, components: Components): Record<string, Json> {
  const error = components.refer(ErrorSchema);
  const codes = listErrorCodes(route);
  const statuses = [...new Set(codes.map((code) => ERRORS[code][0]))].sort();
  const describe = (status: number) =>
    describeErrors(
      codes.filter((code) => ERRORS[code][0] === status),
      error,
    );
  return Object.fromEntries(statuses.map((status) => [String(status), describe(status)]));
}

function describeErrors(codes: ErrorCode[], error: Json): Json {
  const schema = { allOf: [error, { type: 'object', properties: { code: { enum: codes } } }] };
  const description = codes.map((code) => `${code}: ${ERRORS[code][1]}`).join('. ');
  return { description, content: { 'application/json': { schema } } };
}
