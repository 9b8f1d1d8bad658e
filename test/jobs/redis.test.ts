import { randomUUID } from 'node:crypto';
import anyTest, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import Type from 'typebox';
import { openQueueBackend } from '../../platform/jobs/backend.ts';
import { createJobConsumer } from '../../platform/jobs/consumer.ts';
import { retryFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import { summarizeQueues } from '../../platform/jobs/inspect.ts';
import { createJobMetrics } from '../../platform/jobs/metrics.ts';
import { createJobProducer } from '../../platform/jobs/producer.ts';
import { findFreePort } from '../../platform/ports.ts';
import { createRedisNonceStore } from '../../platform/redis-nonce-store.ts';
import { createRedisRateLimitStore } from '../../platform/redis-rate-limit-store.ts';
import { closeRedis, openRedis } from '../../platform/redis.ts';
import { hasRedisServer } from '../../scripts/test/redis-server.ts';
import { startRedisCluster, startRedisServer, stopServer } from './redis-servers.ts';
import { waitUntil } from './support.ts';

const test = hasRedisServer() ? anyTest : anyTest.skip;
const logger = pino({ level: 'silent' });

/** Three jobs on queues in Redis, counted by name: one scheduled, one deduplicated that fails at first. */
async function startRedisQueues(t: ExecutionContext, redisUrls: string[]) {
  const runs: Record<string, number> = { first: 0, second: 0, third: 0 };
  const first = { payload: Type.Object({}), retryDelaysMs: [] };
  const third = { ...first, delayMs: 100, deduplicationKey: () => 'all' };
  const jobs = { first, second: { ...first, schedule: { everyMs: 3_600_000 } }, third };
  const registry = new Registry();
  const metrics = createJobMetrics(registry);
  const backend = await openQueueBackend({ databaseUrl: '', redisUrls, workers: 3, logger });
  const handlers = (['first', 'second', 'third'] as const).map((name) => ({
    name,
    handle: () => {
      runs[name] = (runs[name] ?? 0) + 1;
      return runs['third'] === 1 && name === 'third' ? Promise.reject(new Error('not today')) : Promise.resolve();
    },
  }));
  const consumer = createJobConsumer({
    jobs,
    handlers,
    backend,
    concurrency: 2,
    logger,
    metrics,
    scheduleCheckMs: 100,
  });
  t.teardown(async () => {
    await consumer.close(2_000);
    await backend.close();
  });
  return { runs, registry, backend, consumer, producer: createJobProducer({ jobs, backend, logger, metrics }) };
}

test('jobs, schedules, nonces and rate limits work on a Redis Cluster', async (t) => {
  const urls = await startRedisCluster(t);
  const { runs, backend, consumer, producer } = await startRedisQueues(t, urls);
  await consumer.start();
  for (let index = 0; index < 20; index += 1) await producer.enqueue('first', {});
  await waitUntil(() => runs.first === 20 && runs.second === 1, 'all jobs ran');
  await t.notThrowsAsync(producer.checkQueue());
  await Promise.all(Array.from({ length: 20 }, () => producer.enqueue('third', {})));
  await waitUntil(async () => (await consumer.countJobs())['third']?.failed === 1, 'the signals were one job');
  t.is(await retryFailedJobs(await backend.queue('third'), Date.now()), 1);
  await waitUntil(() => runs['third'] === 2, 'the failed job ran again');
  const [summary] = await summarizeQueues(backend, ['third'], Date.now());
  t.like(summary, { queue: 'third', waiting: 0, delayed: 0, failed: 0 });
  const redis = await openRedis({ urls, logger, mode: 'fail-fast' });
  t.teardown(() => closeRedis(redis));
  const nonces = createRedisNonceStore(redis);
  const companyId = randomUUID();
  const spent = await Promise.all(Array.from({ length: 50 }, () => nonces.spend(companyId, 'n', 600)));
  t.is(spent.filter(Boolean).length, 1);
  t.is(await createRedisRateLimitStore(redis).lease(companyId, 0, 60_000, 9, 5), 5);
});

test('while Redis is away requests fail fast and the process lives; when it is back, empty, everything works again', async (t) => {
  const port = await findFreePort();
  const server = await startRedisServer(t, port);
  const { runs, registry, consumer, producer } = await startRedisQueues(t, [`redis://127.0.0.1:${port}`]);
  await consumer.start();
  await producer.enqueue('first', {});
  await waitUntil(() => runs.first === 1 && runs.second === 1, 'the jobs ran');
  await stopServer(server);
  const startedAt = Date.now();
  await t.throwsAsync(producer.enqueue('first', {}));
  await t.throwsAsync(producer.checkQueue());
  await t.notThrowsAsync(producer.signal('first', {}));
  t.true(Date.now() - startedAt < 5_000);
  t.true((await registry.metrics()).includes('job_enqueue_failures_total{queue="first"} 1'));
  await startRedisServer(t, port);
  const isBack = () =>
    producer.enqueue('first', {}).then(
      () => true,
      () => false,
    );
  await waitUntil(isBack, 'jobs are enqueued again');
  await waitUntil(() => runs.first === 2 && runs.second === 2, 'jobs and schedules run again');
});

test('a process may start before its Redis', async (t) => {
  const port = await findFreePort();
  const { runs, consumer, producer } = await startRedisQueues(t, [`redis://127.0.0.1:${port}`]);
  await consumer.start();
  await t.throwsAsync(producer.enqueue('first', {}));
  await startRedisServer(t, port);
  await waitUntil(() => runs.second === 1, 'the schedule runs');
});
