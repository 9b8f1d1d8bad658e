import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { openQueueBackend, type QueueBackend } from '../../platform/jobs/backend.ts';
import { createJobConsumer, type JobConsumer } from '../../platform/jobs/consumer.ts';
import type { JobContext, JobHandler } from '../../platform/jobs/handler.ts';
import type { JobDefinition } from '../../platform/jobs/job-map.ts';
import { createJobMetrics } from '../../platform/jobs/metrics.ts';
import { createJobProducer, type JobProducer } from '../../platform/jobs/producer.ts';
import { createTestDatabase } from '../support/database.ts';
import { testRedisUrls } from '../support/redis.ts';

type AnyJobs = Record<string, JobDefinition>;

/** Jobs on the queues of the mode the tests run in, worked on by the handlers of the test. */
export interface TestQueues {
  jobs: AnyJobs;
  databaseUrl: string;
  producer: JobProducer<AnyJobs>;
  consumer: JobConsumer;
  backend: QueueBackend;
  registry: Registry;
  /** Log lines so far. */
  lines: Record<string, unknown>[];
}

export interface TestQueue extends TestQueues {
  name: string;
}

interface TestQueueOptions {
  concurrency?: number;
  lockMs?: number;
  /** Queues to take jobs from, when not all. */
  queues?: readonly string[];
}

/** A queue is named anew for each test, so that tests share a server but no jobs. */
export function newQueueName(): string {
  return `test-${randomUUID()}`;
}

/** One job on a queue of its own. */
export async function startTestQueue(
  t: ExecutionContext,
  job: JobDefinition,
  handle: JobHandler<AnyJobs>['handle'],
  options?: TestQueueOptions,
): Promise<TestQueue> {
  const name = newQueueName();
  return { name, ...(await startTestQueues(t, { [name]: job }, [{ name, handle }], options)) };
}

/** Several jobs, by names of `newQueueName`. */
export async function startTestQueues(
  t: ExecutionContext,
  jobs: AnyJobs,
  handlers: readonly JobHandler<AnyJobs>[],
  { concurrency = 4, ...rest }: TestQueueOptions = {},
): Promise<TestQueues> {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const registry = new Registry();
  const metrics = createJobMetrics(registry);
  const { url } = await createTestDatabase(t);
  const workers = (rest.queues ?? Object.keys(jobs)).length;
  const backend = await openQueueBackend({ databaseUrl: url, redisUrls: testRedisUrls(), workers, logger });
  t.teardown(() => backend.close());
  const producer = createJobProducer({ jobs, backend, logger, metrics });
  const consumer = createJobConsumer({ jobs, handlers, backend, concurrency, logger, metrics, ...rest });
  t.teardown(async () => void (await consumer.close(5_000)));
  return { jobs, databaseUrl: url, producer, consumer, backend, registry, lines };
}

/** Resolves when the condition holds; fails the test after thirty seconds: a process may have to start first. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endsAt = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error(`waited thirty seconds in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A promise and its resolver: how a handler and its test meet. */
export function meeting(): { met: Promise<void>; meet: () => void } {
  let meet = () => {};
  const met = new Promise<void>((resolve) => (meet = resolve));
  return { met, meet };
}

/** What a handler gets beside its payload, for tests that call it directly. */
export function handlerContext(signal: AbortSignal = new AbortController().signal): JobContext {
  return { logger: pino({ level: 'silent' }), attempt: 1, signal };
}
