import { createServer, type Server } from 'node:http';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

import { listen } from './listen.ts';
import type { Logger } from './logger.ts';
import { withTimeout } from './with-timeout.ts';

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
  /** Waiting jobs by queue name. */
  readQueueDepth?: () => Promise<Readonly<Record<string, number>>>;
}

/** A scrape must not hang on a queue that does not answer. */
const QUEUE_TIMEOUT_MS = 2_000;

/** A registry of its own per process (and per test), with the metrics every process has. */
export function createMetricsRegistry({ pools = {}, readQueueDepth }: MetricsSources = {}): Registry {
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
  if (readQueueDepth) addQueueDepth(registry, readQueueDepth);
  return registry;
}

function addQueueDepth(registry: Registry, readQueueDepth: NonNullable<MetricsSources['readQueueDepth']>): void {
  new Gauge({
    name: 'queue_depth',
    help: 'Jobs waiting in each queue; absent while the queue does not answer',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const depths = await withTimeout(readQueueDepth(), QUEUE_TIMEOUT_MS);
        for (const [queue, depth] of Object.entries(depths)) this.set({ queue }, depth);
      } catch {
        // An absent series says it; the other metrics must still be readable.
      }
    },
  });
}

interface MetricsServerOptions {
  registry: Registry;
  host: string;
  port: number;
  logger: Logger;
}

/** Serves /metrics and /healthz, and nothing else, on the internal port. Resolves once it listens. */
export async function startMetricsServer({ registry, host, port, logger }: MetricsServerOptions): Promise<Server> {
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
