import type { RequestListener } from 'node:http';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import { createErrorLog, type ErrorLog } from '../error-log.ts';
import type { Logger } from '../logger.ts';
import type { QueueBackend } from './backend.ts';

interface DashboardOptions {
  backend: Pick<QueueBackend, 'queue'>;
  /** Names of the queues to show. */
  queues: readonly string[];
  /** Address it is served on. Nobody logs in: beyond this machine it only shows, and changes nothing. */
  host: string;
  logger: Logger;
}

/** Where the internal port serves it. */
const PATH = '/queues';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
/** Jobs may be repeated, run early and removed. A queue that somebody paused would just look idle. */
const ALLOWED_CHANGES = /\/(retry|promote|clean)(\/|$)/;
/** Nothing is loaded from elsewhere: who looks at this port is nobody's business. */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The page that shows the queues and their jobs. It is loaded by the first request for it: most processes are never
 * asked. While the queue server is away it answers 503.
 */
export function createDashboard(options: DashboardOptions): RequestListener {
  const logError = createErrorLog(options.logger, 'queue dashboard');
  let loading: Promise<RequestListener> | undefined;
  return (request, response) => {
    loading ??= loadDashboard(options, logError);
    loading.then(
      (handle) => handle(request, response),
      (error: unknown) => {
        loading = undefined;
        logError(error);
        response.writeHead(503, { 'content-type': 'text/plain' }).end('The queues do not answer\n');
      },
    );
  };
}

async function loadDashboard(options: DashboardOptions, logError: ErrorLog): Promise<RequestListener> {
  const queues = await Promise.all(options.queues.map((name) => options.backend.queue(name)));
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }, { default: Koa }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
    import('koa'),
  ]);
  const readOnlyMode = !LOOPBACK.test(options.host);
  const serverAdapter = new KoaAdapter().setBasePath(PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue as Queue, { readOnlyMode })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Queues', hideDocsLink: true } },
  });
  const app = new Koa();
  app.on('error', (error: { expose?: boolean }) => {
    if (!error.expose) logError(error);
  });
  app.use(guard(readOnlyMode));
  app.use(serverAdapter.registerPlugin());
  const handle = app.callback();
  return (request, response) => void handle(request, response);
}

/**
 * A browser on this machine also runs the pages of other sites. They must not reach what may change queues: by a name
 * of theirs that leads here, or by sending a form.
 */
function guard(readOnly: boolean): Middleware {
  return async (context, next) => {
    context.set(HEADERS);
    const origin = context.get('origin');
    const isOurs = LOOPBACK.test(context.hostname) && (origin === '' || origin === `http://${context.host}`);
    const isChange = context.method !== 'GET' && context.method !== 'HEAD';
    if (!readOnly && (!isOurs || (isChange && !ALLOWED_CHANGES.test(context.path)))) context.throw(403);
    await next();
  };
}
