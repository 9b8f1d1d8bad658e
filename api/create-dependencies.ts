import { connectDatabase } from '../db/connect.ts';
import { observePools } from '../db/observe-pools.ts';
import { createPostgresNonceStore } from '../db/queries/ingest-nonces.ts';
import { createPostgresRateLimitStore } from '../db/queries/rate-limit-windows.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createErrorLog } from '../platform/error-log.ts';
import { createKeyedHasher, createSecretBox } from '../platform/hashing.ts';
import { openQueueBackend } from '../platform/jobs/backend.ts';
import { JOBS } from '../platform/jobs/job-map.ts';
import { createJobSignals } from '../platform/jobs/job-signals.ts';
import { createJobMetrics } from '../platform/jobs/metrics.ts';
import { createJobProducer } from '../platform/jobs/producer.ts';
import type { Logger } from '../platform/logger.ts';
import { createRateLimiter } from '../platform/rate-limiter.ts';
import { createRedisNonceStore } from '../platform/redis-nonce-store.ts';
import { createRedisRateLimitStore } from '../platform/redis-rate-limit-store.ts';
import { closeRedis, openRedis, type RedisClient } from '../platform/redis.ts';
import { createSafePost } from '../platform/safe-fetch.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { createAccessControl } from './access/authorize.ts';
import { createTokens } from './access/tokens.ts';
import { createUsageGuard } from './access/usage-guard.ts';
import { createBillingProviders } from './billing/providers.ts';
import type { Dependencies } from './dependencies.ts';
import { createHotPath } from './hot-path.ts';
import { createMetrics } from './http/metrics.ts';
import { createModelCache } from './risk-engine/model-cache.ts';

interface Wiring {
  config: Config;
  logger: Logger;
  databaseUrl: string;
  /** Gets a closer for everything that is opened here. */
  shutdown: Pick<Shutdown, 'add'>;
  clock?: Clock;
}

/** Wires the API by hand: the one place that knows which adapter is behind each interface. */
export async function createDependencies(wiring: Wiring): Promise<Dependencies> {
  const { config, logger, databaseUrl, shutdown, clock = systemClock } = wiring;
  const db = connectDatabase({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    signalTimeoutMs: config.SIGNAL_TIMEOUT_MS,
    onIdleError: createErrorLog(logger, 'database connection'),
  });
  shutdown.add('database', () => db.close());
  const redis = await openRequestRedis(wiring);
  const queues = await openQueueBackend({ databaseUrl, redisUrls: config.redisUrls, workers: 0, logger });
  shutdown.add('queues', () => queues.close());
  const metrics = createMetrics({ pools: observePools(db) });
  const jobMetrics = createJobMetrics(metrics.registry);
  const producer = createJobProducer({ jobs: JOBS, backend: queues, logger, metrics: jobMetrics });
  const signals = createJobSignals({ producer, metrics: jobMetrics });
  shutdown.add('signals', () => signals.drain());
  const tokens = createTokens(config, clock);
  const hotPath = createHotPath({ db, clock, config });
  return {
    config,
    clock,
    logger,
    db,
    hotPath,
    nonces: redis ? createRedisNonceStore(redis) : createPostgresNonceStore(db, clock),
    rateLimiter: createRateLimiter(redis ? createRedisRateLimitStore(redis) : createPostgresRateLimitStore(db), clock),
    metrics,
    access: createAccessControl({ db, hotPath, tokens }),
    usageGuard: createUsageGuard(),
    tokens,
    hasher: createKeyedHasher(config.INDICATOR_HASH_KEY),
    secrets: createSecretBox(config.ENCRYPTION_KEY),
    post: createSafePost({ production: config.NODE_ENV === 'production' }),
    models: createModelCache({ db, logger }),
    billing: await createBillingProviders(config, clock),
    signals,
    checkQueue: () => queues.check(),
    lifecycle: { draining: false },
  };
}

/** The Redis of nonces and rate limits, where one is configured. */
async function openRequestRedis({ config, logger, shutdown }: Wiring): Promise<RedisClient | undefined> {
  if (config.redisUrls.length === 0) return undefined;
  const redis = await openRedis({ urls: config.redisUrls, logger, mode: 'fail-fast' });
  shutdown.add('redis', () => closeRedis(redis));
  return redis;
}
