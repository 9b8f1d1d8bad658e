import { setFlagsFromString } from 'node:v8';
import { migrateToLatest } from '../db/migrate.ts';
import { boot, type Booted } from '../platform/boot.ts';
import { closeServer, startMetricsServer } from '../platform/metrics.ts';
import { createApp } from './app.ts';
import { createDependencies } from './create-dependencies.ts';
import { startServer } from './http/server.ts';

/*
 * The API process, started by start.ts or by a process manager: settings, database and migrations, then two servers.
 */

/**
 * By how much of what is in use the heap may grow until it is collected. Left to V8, garbage grows to more than that: 240 to
 * 300 MB of memory at the highest rate in place of 180, at the same rate (docs/performance.md, Memory).
 */
setFlagsFromString('--heap-growing-percent=15');

await boot({ component: 'api', migrate: migrateToLatest, start });

/** Closers run in reverse: the public server drains first, so that metrics and database are there until it has. */
async function start({ config, logger, shutdown, database }: Booted): Promise<void> {
  const dependencies = await createDependencies({ config, logger, databaseUrl: database.url, shutdown });
  const { registry } = dependencies.metrics;
  const metrics = await startMetricsServer({ registry, host: config.METRICS_HOST, port: config.METRICS_PORT, logger });
  shutdown.add('metrics server', () => closeServer(metrics));
  const handler = createApp(dependencies).callback();
  const { lifecycle } = dependencies;
  const { server, drain } = await startServer({ handler, host: config.HOST, port: config.PORT, lifecycle });
  shutdown.add('api server', drain);
  logger.info({ url: config.publicUrl, address: server.address() }, 'api ready');
}
