import { connectDatabase, type Database } from '../db/connect.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { observePools } from '../db/observe-pools.ts';
import { boot, type Booted } from '../platform/boot.ts';
import { systemClock } from '../platform/clock.ts';
import { createErrorLog } from '../platform/error-log.ts';
import { createKeyedHasher, createSecretBox } from '../platform/hashing.ts';
import { openQueueBackend, type QueueBackend } from '../platform/jobs/backend.ts';
import { chooseQueues } from '../platform/jobs/choose-queues.ts';
import { createJobConsumer, type JobConsumer } from '../platform/jobs/consumer.ts';
import { createDashboard } from '../platform/jobs/dashboard.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import { JOBS } from '../platform/jobs/job-map.ts';
import { createJobMetrics, registerJobCounts, type JobMetrics } from '../platform/jobs/metrics.ts';
import { createJobProducer } from '../platform/jobs/producer.ts';
import { closeServer, createMetricsRegistry, startMetricsServer } from '../platform/metrics.ts';
import { createHandlers } from './registry.ts';

/** The rest of the time for shutdown belongs to the connections. */
const SHARE_OF_JOBS = 0.8;

/*
 * `npm run start:workers`: takes jobs from all queues, or from those of WORKER_QUEUES. Start as many of these, on as many
 * machines, as the work needs.
 */
await boot({
  component: 'workers',
  migrate: migrateToLatest,
  check: (config) => Promise.resolve(void chooseQueues(JOBS, config)),
  start: startWorkers,
});

async function startWorkers(booted: Booted): Promise<void> {
  const { config, logger, shutdown, database } = booted;
  const db = connectDatabase({
    url: database.url,
    poolSize: config.DATABASE_POOL_SIZE,
    signalTimeoutMs: config.SIGNAL_TIMEOUT_MS,
    onIdleError: createErrorLog(logger, 'database connection'),
  });
  shutdown.add('database', () => db.close());
  const registry = createMetricsRegistry({ pools: observePools(db) });
  const metrics = createJobMetrics(registry);
  const queues = chooseQueues(JOBS, config);
  const backend = await openQueueBackend({
    databaseUrl: database.url,
    redisUrls: config.redisUrls,
    workers: queues.length,
    logger,
  });
  shutdown.add('queue', () => backend.close());
  const handlers = createJobHandlers(booted, { db, backend, metrics });
  const { WORKER_CONCURRENCY: concurrency, queueConcurrency: concurrencyByQueue } = config;
  const options = { jobs: JOBS, handlers, backend, queues, concurrency, concurrencyByQueue, logger, metrics };
  const consumer = createJobConsumer(options);
  registerJobCounts(registry, consumer);
  shutdown.add('jobs', () => closeConsumer(consumer, config.SHUTDOWN_TIMEOUT_MS));
  await consumer.start();
  // Last: who finds the port open may rely on jobs being taken.
  await serveInternalPort(booted, { registry, backend });
  logger.info({ queues, backend: backend.kind }, 'taking jobs');
}

interface Parts {
  db: Database;
  backend: QueueBackend;
  metrics: JobMetrics;
}

function createJobHandlers({ config, logger, database }: Booted, { db, backend, metrics }: Parts): JobHandler[] {
  return createHandlers({
    config,
    clock: systemClock,
    db,
    databaseUrl: database.url,
    logger,
    hasher: createKeyedHasher(config.INDICATOR_HASH_KEY),
    secrets: createSecretBox(config.ENCRYPTION_KEY),
    producer: createJobProducer({ jobs: JOBS, backend, logger, metrics }),
  });
}

interface Served {
  registry: ReturnType<typeof createMetricsRegistry>;
  backend: QueueBackend;
}

async function serveInternalPort({ config, logger, shutdown }: Booted, { registry, backend }: Served): Promise<void> {
  const { METRICS_HOST: host, METRICS_PORT } = config;
  const dashboard = createDashboard({ backend, queues: Object.keys(JOBS), host, logger });
  const port = METRICS_PORT === 0 ? 0 : METRICS_PORT + 1;
  const server = await startMetricsServer({ registry, host, port, logger, dashboard });
  shutdown.add('metrics', () => closeServer(server));
}

async function closeConsumer(consumer: JobConsumer, timeoutMs: number): Promise<void> {
  await consumer.close(timeoutMs * SHARE_OF_JOBS);
}
