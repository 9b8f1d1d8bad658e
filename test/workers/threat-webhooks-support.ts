import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Database } from '../../db/connect.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { openQueueBackend, type QueueBackend } from '../../platform/jobs/backend.ts';
import { createJobConsumer } from '../../platform/jobs/consumer.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import { createJobMetrics } from '../../platform/jobs/metrics.ts';
import { createJobProducer } from '../../platform/jobs/producer.ts';
import type { WorkerDependencies } from '../../workers/dependencies.ts';
import { createThreatWebhookDelivery } from '../../workers/threat-webhook-delivery.ts';
import { createThreatWebhookDispatch } from '../../workers/threat-webhook-dispatch.ts';
import { handlerContext } from '../jobs/support.ts';
import { createTestDatabase } from '../support/database.ts';
import { TEST_ENVIRONMENT } from '../support/environment.ts';
import { testRedisUrls } from '../support/redis.ts';
import { testSecrets, type Subscriber } from '../support/threat-webhooks.ts';

const WEBHOOK_JOBS = {
  'threat-webhook-dispatch': JOBS['threat-webhook-dispatch'],
  'threat-webhook-delivery': JOBS['threat-webhook-delivery'],
};

/** Handlers of threat webhooks on a database of their own, with real queues. */
export interface TestWebhooks {
  db: Database;
  dependencies: Omit<WorkerDependencies, 'hasher' | 'databaseUrl'>;
  backend: QueueBackend;
  /** Runs a dispatch job here and now. */
  dispatch: () => Promise<void>;
  /** Runs a delivery job here and now. */
  deliver: (subscriber: Pick<Subscriber, 'companyId' | 'subscriptionId'>, signal?: AbortSignal) => Promise<void>;
  /** Starts to take jobs from the queues, as one more worker process does. */
  startWorker: () => Promise<void>;
}

interface Options {
  clock?: Clock;
  environment?: Record<string, string>;
}

export async function openWebhooks(t: ExecutionContext, options: Options = {}): Promise<TestWebhooks> {
  const { clock = systemClock, environment = {} } = options;
  const { db, url } = await createTestDatabase(t);
  const config = loadConfig({ ...TEST_ENVIRONMENT, DATABASE_URL: url, ...environment });
  const logger = pino({ level: 'silent' });
  const metrics = createJobMetrics(new Registry());
  const openBackend = async () => {
    const backend = await openQueueBackend({ databaseUrl: url, redisUrls: testRedisUrls(), workers: 2, logger });
    t.teardown(() => backend.close());
    return backend;
  };
  const backend = await openBackend();
  const producer = createJobProducer({ jobs: JOBS, backend, logger, metrics });
  const dependencies = { config, clock, db, logger, secrets: testSecrets, producer };
  const dispatch = createThreatWebhookDispatch(dependencies);
  const delivery = createThreatWebhookDelivery(dependencies);
  return {
    db,
    dependencies,
    backend,
    dispatch: () => dispatch.handle({}, handlerContext()),
    deliver: ({ companyId, subscriptionId }, signal) =>
      delivery.handle({ companyId, subscriptionId }, handlerContext(signal)),
    startWorker: async () => {
      const workers = { jobs: WEBHOOK_JOBS, handlers: [dispatch, delivery], backend: await openBackend() };
      const consumer = createJobConsumer({ ...workers, concurrency: 4, logger, metrics });
      t.teardown(async () => void (await consumer.close(5_000)));
      await consumer.start();
    },
  };
}
