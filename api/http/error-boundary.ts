import { randomUUID } from 'node:crypto';
import type { Middleware, Next } from 'koa';
import { describeError } from '../../platform/describe-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { toApiError, toErrorBody } from './error-response.ts';
import { logRequest } from './request-log.ts';
import { collectSecurityHeaders } from './security-headers.ts';
import type { AppContext, RequestState } from './state.ts';

const SANE_REQUEST_ID = /^[\w.-]{1,128}$/;

type BoundaryDependencies = Pick<Dependencies, 'config' | 'logger' | 'metrics' | 'lifecycle'>;

/**
 * The outermost middleware: gives the request its id and the headers every answer has, turns whatever is thrown into
 * the error body of the contract, and accounts for the request in log and metrics.
 */
export function createErrorBoundary(dependencies: BoundaryDependencies): Middleware<RequestState> {
  const { config, logger, metrics, lifecycle } = dependencies;
  const fixedHeaders = [...collectSecurityHeaders(config), ['cache-control', 'no-store'] as const];
  return async (context: AppContext, next: Next) => {
    const startedAt = performance.now();
    context.state.requestId = chooseRequestId(context.req.headers['x-request-id']);
    context.res.setHeader('x-request-id', context.state.requestId);
    for (const [name, value] of fixedHeaders) context.res.setHeader(name, value);
    try {
      await next();
    } catch (error) {
      if (wasAborted(context)) return;
      const status = sendError(context, error);
      if (status >= 500)
        logger.error({ requestId: context.state.requestId, err: describeError(error) }, 'request failed');
    }
    // A client that keeps its connection would otherwise send the next request to a server that is leaving.
    if (lifecycle.draining) context.res.setHeader('connection', 'close');
    const durationMs = performance.now() - startedAt;
    metrics.observeRequest(context.state.route ?? 'unmatched', context.method, context.status, durationMs / 1000);
    logRequest(logger, context, durationMs);
  };
}

function chooseRequestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** The client went away: there is nobody to answer, and nothing went wrong on our side. */
function wasAborted({ req, res }: AppContext): boolean {
  return req.destroyed && !req.complete && res.destroyed;
}

function sendError(context: AppContext, thrown: unknown): number {
  const error = toApiError(thrown);
  context.status = error.statusCode;
  context.body = toErrorBody(error, context.state.requestId);
  if (error.retryAfterSeconds !== undefined) context.res.setHeader('retry-after', String(error.retryAfterSeconds));
  // What is left of a body that was too large is thrown away, so that the connection can be used again.
  if (error.statusCode === 413) context.req.resume();
  return error.statusCode;
}
