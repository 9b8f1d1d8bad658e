import type { Logger } from '../../platform/logger.ts';
import type { AppContext } from './state.ts';

const HEALTH_ROUTES = new Set(['/healthz', '/readyz']);

/** One line per request: what and how long, never bodies, query strings or addresses. */
export function logRequest(logger: Logger, context: AppContext, durationMs: number): void {
  const { route, requestId, request } = context.state;
  const { status } = context;
  const level = status >= 500 ? 'error' : route !== undefined && HEALTH_ROUTES.has(route) ? 'debug' : 'info';
  if (!logger.isLevelEnabled(level)) return;
  logger[level](
    {
      method: context.method,
      route: route ?? 'unmatched',
      status,
      durationMs: Math.round(durationMs * 100) / 100,
      requestId,
      companyId: request?.companyId,
    },
    'request',
  );
}
