import { createServer, type RequestListener, type Server } from 'node:http';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { listen } from './listen.ts';
import type { Logger } from './logger.ts';

/** How full a connection pool is. */
export interface PoolUse {
  total: number;
  idle: number;
  waiting: number;
}

/** What the metrics of a process look at when they are read. */
export interface MetricsSources {
  /** Connection pools by name. */
  pools?: Readonly<Record<string, () => PoolUse>>;
}

/** A registry of its own per process (and per test), with the metrics every process has. */
export function createMetricsRegistry({ pools = {} }: MetricsSources = {}): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of each database pool by state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, readUse] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(readUse())) this.set({ pool, state }, Number(count));
      }
    },
  });
  return registry;
}

interface MetricsServerOptions {
  registry: Registry;
  host: string;
  port: number;
  logger: Logger;
  /** What is served on /queues and below. */
  dashboard?: RequestListener;
}

/** Serves /metrics, /healthz and the dashboard, if there is one, on the internal port. Resolves once it listens. */
export async function startMetricsServer({
  registry,
  host,
  port,
  logger,
  dashboard,
}: MetricsServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
    } else if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        (error: unknown) => {
          logger.error({ err: error }, 'metrics could not be collected');
          response.writeHead(500).end();
        },
      );
    } else if (dashboard && /^\/queues([/?]|$)/.test(request.url ?? '')) {
      dashboard(request, response);
    } else {
      response.writeHead(404).end();
    }
  });
  await listen(server, { host, port, settings: { host: 'METRICS_HOST', port: 'METRICS_PORT' } });
  return server;
}

/** Closes a server of the internal port; who reads metrics just asks again. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
