import type { JobsOptions } from 'bullmq';
import { withTimeout } from '../with-timeout.ts';
import { createErrorLog } from '../error-log.ts';
import type { Logger } from '../logger.ts';
import { QUEUE_TIMEOUT_MS, type QueueBackend } from './backend.ts';
import type { JobDefinition, JobMap, JobName, PayloadOf } from './job-map.ts';
import type { JobMetrics } from './metrics.ts';

export interface EnqueueOptions {
  /** Milliseconds before the job may run; that of its kind unless told otherwise. */
  delayMs?: number;
}

export interface JobProducer<Jobs extends JobMap> {
  /**
   * Enqueues a job. Call it after the commit, never inside a transaction.
   *
   * @throws when the queue is away or does not answer within two seconds
   */
  enqueue<Name extends JobName<Jobs>>(
    name: Name,
    payload: PayloadOf<Jobs, Name>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Signals that a row waits for work. Never throws: the row is the truth, and the sweeper signals again what was left
   * behind while the queue was away.
   */
  signal<Name extends JobName<Jobs>>(
    name: Name,
    payload: PayloadOf<Jobs, Name>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** For readiness. @throws when the queue does not answer */
  checkQueue(): Promise<void>;
}

interface JobProducerOptions<Jobs extends JobMap> {
  jobs: Jobs;
  backend: QueueBackend;
  logger: Logger;
  metrics: Pick<JobMetrics, 'enqueueFailed'>;
}

const KEEP_COMPLETED = 100;
const KEEP_FAILED = 1_000;
const KEEP_COMPLETED_SECONDS = 3_600;
const KEEP_FAILED_SECONDS = 7 * 86_400;

/** The side that asks for work. Any process may have one. */
export function createJobProducer<Jobs extends JobMap>(options: JobProducerOptions<Jobs>): JobProducer<Jobs> {
  const { jobs, backend, logger, metrics } = options;
  // While a queue is away, every request fails to signal.
  const logFailure = createErrorLog(logger, 'job not enqueued');

  async function enqueue<Name extends JobName<Jobs>>(
    name: Name,
    payload: PayloadOf<Jobs, Name>,
    { delayMs }: EnqueueOptions = {},
  ): Promise<void> {
    const job: JobDefinition = jobs[name] as JobDefinition;
    const queue = await backend.queue(name);
    const id = job.deduplicationKey?.(payload);
    const added = queue.add(name, payload, {
      ...jobOptions(job),
      delay: delayMs ?? job.delayMs ?? 0,
      ...(id !== undefined && { deduplication: { id, keepLastIfActive: true } }),
    });
    await withTimeout(added, QUEUE_TIMEOUT_MS);
  }

  return {
    enqueue,
    signal: async (name, payload, options) => {
      try {
        await enqueue(name, payload, options);
      } catch (error) {
        metrics.enqueueFailed(name);
        logFailure(error);
      }
    },
    checkQueue: () => backend.check(),
  };
}

/** The options every job of one kind is stored with, also those its schedule makes. */
export function jobOptions(job: JobDefinition): JobsOptions {
  return {
    attempts: job.retryDelaysMs.length + 1,
    backoff: { type: 'custom' },
    removeOnComplete: { count: job.keepCompleted ?? KEEP_COMPLETED, age: KEEP_COMPLETED_SECONDS },
    removeOnFail: { count: job.keepFailed ?? KEEP_FAILED, age: KEEP_FAILED_SECONDS },
  };
}
