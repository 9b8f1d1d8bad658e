import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { createApp } from '../../../api/app.ts';
import type { Dependencies } from '../../../api/dependencies.ts';
import type { RouteDefinition } from '../../../api/http/define-route.ts';
import { createMetrics } from '../../../api/http/metrics.ts';
import { startServer } from '../../../api/http/server.ts';
import { systemClock } from '../../../platform/clock.ts';
import { loadConfig } from '../../../platform/config.ts';
import { TEST_ENVIRONMENT } from '../../support/environment.ts';
import { headerAccess } from './header-access.ts';

export interface LogLine extends Record<string, unknown> {
  level: number;
  msg: string;
}

export interface ApiServer {
  url: string;
  port: number;
  server: Server;
  dependencies: Dependencies;
  /** Everything logged so far. */
  log: LogLine[];
  close(): Promise<void>;
}

interface Options {
  environment?: Record<string, string>;
  dependencies?: Partial<Dependencies>;
}

/** A real server on a free port over a handful of routes; what these tests do not reach is left out. */
export async function startApi(routes: readonly RouteDefinition[], options: Options = {}): Promise<ApiServer> {
  const config = loadConfig({ ...TEST_ENVIRONMENT, ...options.environment });
  const log: LogLine[] = [];
  const dependencies = {
    config,
    clock: systemClock,
    logger: pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line) as LogLine) }),
    db: { pool: { query: () => Promise.resolve({ rows: [] }) } },
    rateLimiter: { take: () => Promise.resolve({ allowed: true, retryAfterSeconds: 1 }) },
    metrics: createMetrics(),
    access: headerAccess,
    checkQueue: () => Promise.resolve(),
    lifecycle: { draining: false },
    ...options.dependencies,
  } as unknown as Dependencies;
  const { server, drain } = await startServer({
    handler: createApp(dependencies, routes).callback(),
    host: '127.0.0.1',
    port: 0,
    lifecycle: dependencies.lifecycle,
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, server, dependencies, log, close: drain };
}
