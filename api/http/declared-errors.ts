import type { Config } from '../../platform/config.ts';
import { usesSessionCookie, type Access, type RouteDefinition } from './define-route.ts';
import { toApiError } from './error-response.ts';
import { ApiError, type ErrorCode } from './errors.ts';

const OF_EVERY_ROUTE: readonly ErrorCode[] = ['INTERNAL', 'SERVICE_UNAVAILABLE'];
const OF_BODIES: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** The codes a route can answer, from what it checks and from what its handler declares. */
export function listErrorCodes(route: RouteDefinition): ErrorCode[] {
  const { access, body, params, query, rateLimit, errors = [] } = route;
  const codes = new Set<ErrorCode>([...OF_EVERY_ROUTE, ...codesOfAccess(access), ...errors]);
  if (rateLimit) codes.add('RATE_LIMITED');
  // What is wrong with a body that is only examined is the answer of the route.
  const validates = body && !isExamined(access);
  if (params || query || validates) codes.add('VALIDATION_FAILED');
  if (validates) codes.add('MALFORMED_JSON');
  if (body || access.kind === 'signature') for (const code of OF_BODIES) codes.add(code);
  return [...codes];
}

function isExamined(access: Access): boolean {
  return access.kind === 'bearer' && access.examines !== undefined;
}

function codesOfAccess(access: Access): ErrorCode[] {
  if (usesSessionCookie(access)) return ['FORBIDDEN'];
  if (access.kind !== 'bearer' && access.kind !== 'refresh') return [];
  const codes: ErrorCode[] = ['UNAUTHENTICATED', 'TOKEN_EXPIRED'];
  if (access.kind === 'refresh') return codes;
  if (access.role || access.permission) codes.push('FORBIDDEN');
  if (access.subscription || access.feature) codes.push('SUBSCRIPTION_REQUIRED');
  if (access.feature) codes.push('FEATURE_NOT_IN_PLAN');
  return codes;
}

/** Looks at what a route throws; gives back what to throw in its place. */
export type ErrorCheck = (thrown: unknown) => unknown;

/**
 * Compiles the check of what a route throws. In tests an error it does not declare is a mistake that says so (as is a
 * response that does not match its schema), so that the OpenAPI document cannot miss one; elsewhere nothing changes.
 */
export function compileErrorCheck(route: RouteDefinition, environment: Config['NODE_ENV']): ErrorCheck {
  if (environment !== 'test') return (thrown) => thrown;
  const declared = new Set(listErrorCodes(route));
  return (thrown) => {
    const { code } = toApiError(thrown);
    if (declared.has(code)) return thrown;
    const message = `The route ${route.name} answered ${code}, which is not among its errors`;
    return new ApiError('INTERNAL', { message, cause: thrown });
  };
}
