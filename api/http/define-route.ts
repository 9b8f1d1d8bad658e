import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { TenantState } from '../../db/queries/access.ts';
import type { Permission, PlanFeature, Role } from '../../engine/vocabulary.ts';
import type { Config } from '../../platform/config.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ErrorCode } from './errors.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Who may call a route. Access is data; `api/access` turns it into checks in one fixed order (contract section 1). */
export type Access =
  /** No credentials; with `sessionCookie`, the handler may hand one out. */
  | { kind: 'public'; sessionCookie?: true }
  /** The cookie of a console session, which the handler checks itself. */
  | { kind: 'cookie' }
  /** An access token, and what its holder must be, may and pay for. */
  | {
      kind: 'bearer';
      role?: Role;
      permission?: Permission;
      subscription?: boolean;
      feature?: PlanFeature;
      /** The handler reads the raw body and these headers as those of a signed request, to say what is wrong with it. */
      examines?: { headers: readonly string[] };
    }
  /** A refresh token: POST /auth/refresh only. */
  | { kind: 'refresh' }
  /**
   * The handler verifies a signature over the raw body itself (ingestion, billing webhooks). A caller sends all of the
   * headers; with `oneOf`, the one that is its own.
   */
  | { kind: 'signature'; headers: readonly string[]; oneOf?: boolean };

/** Who is calling, as proved by the token and the database at the time of the request. */
export interface Caller {
  companyId: string;
  userId: string;
  email: string;
  role: Role;
  sessionId: string;
  /** The tenant's subscription and policy at the time of the request. */
  tenant: TenantState;
}

/** The claims of the refresh token of a request. */
export interface RefreshCaller {
  companyId: string;
  userId: string;
  sessionId: string;
  tokenId: string;
}

/** What every handler may know of the request beside its validated parts. */
export interface RequestContext {
  requestId: string;
  /** The client's address (behind a trusted proxy: the forwarded one). */
  ip: string;
  headers: IncomingHttpHeaders;
  /** For the request log: set by the access checks, or by the handler of a signed request once it knows. */
  companyId?: string;
}

/** A limit per caller's company, or per client address where there is no caller; checked before the body is read. */
export interface RouteRateLimit {
  /** Requests per window; 0: no limit. Read once, when the route is mounted. */
  limit: (config: Config) => number;
  windowMs: number;
}

type Parsed<Schema extends TSchema | undefined> = Schema extends TSchema ? Static<Schema> : undefined;
type CallerOf<A extends Access> = A extends { kind: 'bearer' }
  ? Caller
  : A extends { kind: 'refresh' }
    ? RefreshCaller
    : undefined;

/** Console sessions only: every other route does without cookies. */
type CookieOf<A extends Access> = A extends { kind: 'cookie' } | { sessionCookie: true } ? SessionCookie : undefined;

/** What the body is for routes that read the raw bytes themselves, and for all others. */
type BodyOf<A extends Access, Raw, Validated> = A extends { kind: 'signature' } | { examines: object }
  ? Raw
  : Validated;

/** The headers of a signed request that a route reads with the raw body; undefined for routes whose body is parsed. */
export function signedHeadersOf(access: Access): readonly string[] | undefined {
  if (access.kind === 'signature') return access.headers;
  return access.kind === 'bearer' ? access.examines?.headers : undefined;
}

/** Whether a route reads or sets the cookie of a console session; it refuses what other sites make browsers send. */
export function usesSessionCookie(access: Access): boolean {
  return access.kind === 'cookie' || (access.kind === 'public' && access.sessionCookie === true);
}

export interface HandlerInput<
  A extends Access,
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
> {
  params: Parsed<Params>;
  query: Parsed<Query>;
  /** The validated body; for routes of signed requests the raw bytes are in `rawBody` and this is undefined. */
  body: BodyOf<A, undefined, Parsed<Body>>;
  rawBody: BodyOf<A, Buffer, undefined>;
  caller: CallerOf<A>;
  cookie: CookieOf<A>;
  request: RequestContext;
}

export interface RouteDefinition<
  A extends Access = Access,
  Params extends TSchema | undefined = TSchema | undefined,
  Query extends TSchema | undefined = TSchema | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Response extends TSchema = TSchema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /api, with `:name` parameters. */
  path: `/${string}`;
  /** A stable name: the operationId of OpenAPI. */
  name: string;
  tag: string;
  summary: string;
  description?: string;
  access: A;
  rateLimit?: RouteRateLimit;
  params?: Params;
  query?: Query;
  /** Validated before the handler runs, except for routes of signed requests, where it only documents the body. */
  body?: Body;
  /** The success status and the schema of its body. */
  status?: 200 | 201;
  response: Response;
  /** Errors of this operation beyond those every route of its access kind can answer. */
  errors?: readonly ErrorCode[];
  /** Written as a method, so that routes of all kinds fit into one table. */
  handler(input: HandlerInput<A, Params, Query, Body>, dependencies: Dependencies): Promise<Static<Response>>;
}

/** One operation of the API: everything the router, the validators, the OpenAPI document and the tests know of it. */
export function defineRoute<
  const A extends Access,
  Response extends TSchema,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(route: RouteDefinition<A, Params, Query, Body, Response>): RouteDefinition<A, Params, Query, Body, Response> {
  return route;
}
