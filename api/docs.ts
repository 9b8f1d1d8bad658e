import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Router from '@koa/router';
import { ApiError } from './http/errors.ts';
import type { AppContext, RequestState } from './http/state.ts';

const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const ASSET_MAX_AGE_SECONDS = 3600;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Fraud Risk API reference</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/init.js"></script>
  </body>
</html>
`;

/**
 * A file of its own: the content security policy allows no script inside the page. Extensions are the roles, permissions
 * and features that operations require.
 */
const INIT_SCRIPT = `window.ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  showExtensions: true,
  defaultModelsExpandDepth: 0,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

/** The files of swagger-ui-dist that are served, and nothing else of it. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** /docs: the API reference, served from this process alone. Files are read when first asked for, then kept. */
export function addDocsRoutes(router: Router<RequestState>): void {
  const cache = new Map<string, Promise<Buffer>>();
  router.get('/docs', (context) => send(context, 'text/html; charset=utf-8', PAGE));
  router.get('/docs/init.js', (context) => send(context, 'text/javascript; charset=utf-8', INIT_SCRIPT));
  router.get('/docs/:file', async (context) => {
    const file = context.params.file ?? '';
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
    if (type === undefined) throw new ApiError('NOT_FOUND');
    const content = cache.get(file) ?? readFile(path.join(SWAGGER_UI, file));
    cache.set(file, content);
    send(context, type, await content);
    context.set('cache-control', `public, max-age=${ASSET_MAX_AGE_SECONDS}`);
  });
}

function send(context: AppContext, type: string, body: string | Buffer): void {
  context.state.route = '/docs';
  context.set('content-type', type);
  context.body = body;
}
