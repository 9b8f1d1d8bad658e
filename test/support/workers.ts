import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { openQueueBackend } from '../../platform/jobs/backend.ts';
import { createJobConsumer } from '../../platform/jobs/consumer.ts';
import { JOBS, type JobName, type Jobs } from '../../platform/jobs/job-map.ts';
import { createJobMetrics } from '../../platform/jobs/metrics.ts';
import { createJobProducer } from '../../platform/jobs/producer.ts';
import type { WorkerDependencies } from '../../workers/dependencies.ts';
import { createHandlers } from '../../workers/registry.ts';
import { waitUntil } from '../jobs/support.ts';
import type { Service, Tenant } from './service.ts';

/** A worker process of a service under test: real queues, all handlers. */
export interface TestWorkers {
  dependencies: WorkerDependencies;
  /** One log line per attempt of a job so far. */
  attempts: { queue: string; outcome: string }[];
  close(): Promise<void>;
}

/**
 * Starts workers on the database, queues and clock of a service; close them before it.
 *
 * @param queues those they take jobs from; all unless told otherwise
 */
export async function startWorkers(
  service: Service,
  queues: readonly JobName<Jobs>[] = Object.keys(JOBS) as JobName<Jobs>[],
): Promise<TestWorkers> {
  const { config, clock, db, hasher, secrets } = service.dependencies;
  const attempts: TestWorkers['attempts'] = [];
  const write = (line: string) => {
    const { msg, queue = '', outcome = '' } = JSON.parse(line) as { msg: string; queue?: string; outcome?: string };
    if (msg === 'job') attempts.push({ queue, outcome });
  };
  const logger = pino({ level: 'info' }, { write });
  const metrics = createJobMetrics(new Registry());
  const { url: databaseUrl } = service.database;
  const backend = await openQueueBackend({ databaseUrl, redisUrls: config.redisUrls, workers: queues.length, logger });
  const producer = createJobProducer({ jobs: JOBS, backend, logger, metrics });
  // Without an SMTP server, e-mails of registrations are written there.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fraud-risk-workers-'));
  const dependencies = { config: { ...config, dataDir }, clock, db, databaseUrl, logger, hasher, secrets, producer };
  const handlers = createHandlers(dependencies);
  const consumer = createJobConsumer({ jobs: JOBS, handlers, backend, concurrency: 4, queues, logger, metrics });
  await consumer.start();
  return {
    dependencies,
    attempts,
    close: async () => {
      await consumer.close(5_000);
      await backend.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Resolves when all that follows from the outcomes of these tenants has been done by workers. */
export async function waitForOutcomes(service: Service, ...tenants: Pick<Tenant, 'companyId'>[]): Promise<void> {
  const companies = tenants.map(({ companyId }) => companyId);
  const waiting = service.database.db.knex('feedback').whereIn('company_id', companies).whereNull('applied_at');
  await waitUntil(async () => (await waiting.clone()).length === 0, 'all outcomes are applied');
}
