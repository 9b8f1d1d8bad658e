import Router from '@koa/router';
import Koa from 'koa';
import { describeError } from '../platform/describe-error.ts';
import { addAccountPages } from './account-pages.ts';
import { addSandboxRoutes } from './billing/sandbox/checkout-routes.ts';
import { createConsole } from './console.ts';
import type { Dependencies } from './dependencies.ts';
import { addDocsRoutes } from './docs.ts';
import type { RouteDefinition } from './http/define-route.ts';
import { createErrorBoundary } from './http/error-boundary.ts';
import { addHealthRoutes } from './http/health.ts';
import { mount } from './http/mount.ts';
import { createCors } from './http/security-headers.ts';
import type { RequestState } from './http/state.ts';
import { answerUnmatched } from './http/unmatched.ts';
import { buildOpenApi } from './openapi.ts';
import { routes as allRoutes } from './routes.ts';

/**
 * The HTTP application: every request passes these few steps in this order.
 *
 * @param routes the table of routes; tests bring their own
 */
export function createApp(
  dependencies: Dependencies,
  routes: readonly RouteDefinition[] = allRoutes,
): Koa<RequestState> {
  const { config, logger } = dependencies;
  // One proxy is trusted: only the address it appended itself counts, the rest is what a client may have made up.
  const app = new Koa<RequestState>({ proxy: config.TRUST_PROXY, maxIpsCount: 1 });
  // The boundary answers every error; what still arrives here is a connection that broke while being written to.
  app.on('error', (error) => logger.debug({ err: describeError(error) }, 'response not delivered'));
  app.use(createErrorBoundary(dependencies));
  if (config.corsOrigins.length > 0) app.use(createCors(config));
  app.use(mount(routes, dependencies).middleware());
  app.use(createPages(dependencies, routes).middleware());
  app.use(createConsole());
  app.use(answerUnmatched);
  return app;
}

/** What is served beside the table of routes: health, the OpenAPI document and its page, the pages that links open. */
function createPages(dependencies: Dependencies, routes: readonly RouteDefinition[]): Router<RequestState> {
  const router = new Router<RequestState>({ exclusive: 'specificity' });
  let openApi: string | undefined;
  addHealthRoutes(router, dependencies);
  addDocsRoutes(router);
  addAccountPages(router);
  addSandboxRoutes(router, dependencies);
  router.get('/api/openapi.json', (context) => {
    context.state.route = '/api/openapi.json';
    context.type = 'application/json';
    context.body = openApi ??= JSON.stringify(buildOpenApi(routes, dependencies.config));
  });
  return router;
}
