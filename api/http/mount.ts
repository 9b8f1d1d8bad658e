import Router from '@koa/router';
import type { Dependencies } from '../dependencies.ts';
import { compileErrorCheck, type ErrorCheck } from './declared-errors.ts';
import {
  signedHeadersOf,
  usesSessionCookie,
  type Access,
  type HandlerInput,
  type RequestContext,
  type RouteDefinition,
} from './define-route.ts';
import { ApiError } from './errors.ts';
import { parseJson } from './parse-json.ts';
import { readJsonBytes, readRawBytes } from './read-body.ts';
import { compilePresenter } from './response-schema.ts';
import { prepareSessionCookie } from './session-cookie.ts';
import type { AppContext, RequestState } from './state.ts';
import { compileBodyValidator, compileParameterValidator, type Validator } from './validate.ts';

const API_PREFIX = '/api';
const IPV4_MAPPED = '::ffff:';

type RouteHandler = (context: AppContext) => Promise<void>;
type AnyInput = HandlerInput<Access, RouteDefinition['params'], RouteDefinition['query'], RouteDefinition['body']>;

/** Turns the table of routes into a router below /api. All schemas are compiled here, once. */
export function mount(routes: readonly RouteDefinition[], dependencies: Dependencies): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: API_PREFIX, sensitive: true, exclusive: 'specificity' });
  const { NODE_ENV } = dependencies.config;
  for (const route of routes) {
    const handle = withErrorCheck(createRouteHandler(route, dependencies), compileErrorCheck(route, NODE_ENV));
    router.register(route.path, [route.method], handle);
  }
  return router;
}

function withErrorCheck(handle: RouteHandler, checkError: ErrorCheck): RouteHandler {
  return async (context) => {
    try {
      await handle(context);
    } catch (error) {
      throw checkError(error);
    }
  };
}

/**
 * The way of a request through a route, in the fixed order of contract section 1: access (401, 403, 402), rate limit
 * (429), parameters and body (400), handler, response. A route with a cookie looks first at where the request is from.
 */
function createRouteHandler(route: RouteDefinition, dependencies: Dependencies): RouteHandler {
  const { access, status = 200 } = route;
  const pattern = API_PREFIX + route.path;
  const needsCaller = access.kind === 'bearer' || access.kind === 'refresh';
  const openCookie = usesSessionCookie(access) ? prepareSessionCookie(dependencies.config) : undefined;
  const takeRate = compileRateLimit(route, dependencies);
  const validateParams = route.params && compileParameterValidator(route.params);
  const validateQuery = route.query && compileParameterValidator(route.query);
  const isSigned = signedHeadersOf(access) !== undefined;
  const validateBody = route.body && !isSigned ? compileBodyValidator(route.body) : undefined;
  const present = compilePresenter(route.name, route.response, dependencies.config.NODE_ENV);

  return async (context) => {
    const request = describeRequest(context, pattern);
    const cookie = openCookie?.(context);
    const caller = needsCaller ? await dependencies.access.authorize(access, request) : undefined;
    if (caller) request.companyId = caller.companyId;
    if (takeRate) await takeRate(request);
    const params = validateParams ? checkParams(context, validateParams) : undefined;
    const query = validateQuery ? checkQuery(context, validateQuery) : undefined;
    const rawBody = isSigned ? await readRawBytes(context) : undefined;
    const body = validateBody ? await readBody(context, validateBody) : undefined;
    const input: AnyInput = { params, query, body, rawBody, caller, cookie, request };
    const result = await route.handler(input, dependencies);
    context.status = status;
    context.body = present(result);
  };
}

function describeRequest(context: AppContext, pattern: string): RequestContext {
  const { ip } = context;
  const request: RequestContext = {
    requestId: context.state.requestId,
    ip: ip.startsWith(IPV4_MAPPED) ? ip.slice(IPV4_MAPPED.length) : ip,
    headers: context.req.headers,
  };
  context.state.route = pattern;
  context.state.request = request;
  return request;
}

function compileRateLimit({ name, rateLimit }: RouteDefinition, { config, rateLimiter }: Dependencies) {
  const limit = rateLimit?.limit(config) ?? 0;
  if (!rateLimit || limit === 0) return undefined;
  const { windowMs } = rateLimit;
  return async ({ companyId, ip }: RequestContext): Promise<void> => {
    const verdict = await rateLimiter.take(`route:${name}:${companyId ?? ip}`, limit, windowMs);
    if (!verdict.allowed) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: verdict.retryAfterSeconds });
  };
}

function checkParams(context: AppContext, validate: Validator): unknown {
  const { params } = context as AppContext & { params: Record<string, string> };
  validate(params);
  return params;
}

function checkQuery(context: AppContext, validate: Validator): unknown {
  const { query } = context;
  validate(query);
  return query;
}

async function readBody(context: AppContext, validate: Validator): Promise<unknown> {
  const bytes = await readJsonBytes(context);
  if (bytes.length === 0) {
    throw new ApiError('VALIDATION_FAILED', { details: [{ path: '', message: 'a JSON body is required' }] });
  }
  const body = parseJson(bytes);
  validate(body, bytes.length);
  return body;
}
