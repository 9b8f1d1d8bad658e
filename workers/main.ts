import { connectDatabase } from '../db/connect.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { observePools } from '../db/observe-pools.ts';
import { boot, type Booted } from '../platform/boot.ts';
import { systemClock } from '../platform/clock.ts';
import { createErrorLog } from '../platform/error-log.ts';
import { createKeyedHasher } from '../platform/hashing.ts';
import { openQueueBackend } from '../platform/jobs/backend.ts';
import { createJobConsumer } from '../platform/jobs/consumer.ts';
import { JOBS } from '../platform/jobs/job-map.ts';
import { createJobMetrics, registerJobCounts } from '../platform/jobs/metrics.ts';
import { createJobProducer } from '../platform/jobs/producer.ts';
import { closeServer, createMetricsRegistry, startMetricsServer } from '../platform/metrics.ts';
import { createHandlers } from './registry.ts';

/** The rest of the time for shutdown belongs to the connections. */
const SHARE_OF_JOBS = 0.8;

/* `npm run start:workers`: takes jobs from all queues. Start as many of these, on as many machines, as the work needs. */
await boot({ component: 'workers', migrate: migrateToLatest, start: startWorkers });

async function startWorkers({ config, logger, shutdown, database }: Booted): Promise<void> {
  const db = connectDatabase({
    url: database.url,
    poolSize: config.DATABASE_POOL_SIZE,
    signalTimeoutMs: config.SIGNAL_TIMEOUT_MS,
    onIdleError: createErrorLog(logger, 'database connection'),
  });
  shutdown.add('database', () => db.close());
  const registry = createMetricsRegistry({ pools: observePools(db) });
  const metrics = createJobMetrics(registry);
  const workers = Object.keys(JOBS).length;
  const { redisUrls } = config;
  const backend = await openQueueBackend({ databaseUrl: database.url, redisUrls, workers, logger });
  shutdown.add('queue', () => backend.close());
  const producer = createJobProducer({ jobs: JOBS, backend, logger, metrics });
  const hasher = createKeyedHasher(config.INDICATOR_HASH_KEY);
  const handlers = createHandlers({ config, clock: systemClock, db, hasher, producer });
  const concurrency = config.WORKER_CONCURRENCY;
  const consumer = createJobConsumer({ jobs: JOBS, handlers, backend, concurrency, logger, metrics });
  registerJobCounts(registry, () => consumer.countJobs());
  const port = config.METRICS_PORT === 0 ? 0 : config.METRICS_PORT + 1;
  const server = await startMetricsServer({ registry, host: config.METRICS_HOST, port, logger });
  shutdown.add('metrics', () => closeServer(server));
  shutdown.add('jobs', async () => void (await consumer.close(config.SHUTDOWN_TIMEOUT_MS * SHARE_OF_JOBS)));
  await consumer.start();
  logger.info({ queues: Object.keys(JOBS), backend: backend.kind }, 'taking jobs');
}
