import { systemClock, type Clock } from '../clock.ts';
import { withTimeout } from '../with-timeout.ts';
import { createErrorLog } from '../error-log.ts';
import type { Logger } from '../logger.ts';
import { createProcessor } from './attempt.ts';
import type { JobQueue, JobWorker, QueueBackend, WorkerSettings } from './backend.ts';
import { indexHandlers, type JobHandler } from './handler.ts';
import { countJobs, findOldestWaiting, type JobCounts } from './inspect.ts';
import type { JobDefinition, JobMap } from './job-map.ts';
import type { JobMetrics } from './metrics.ts';
import { ensureSchedules } from './schedules.ts';

export interface JobConsumer {
  /** Starts to take jobs and keeps the schedules in place. @throws when a PostgreSQL queue does not answer */
  start(): Promise<void>;
  /** Jobs by queue, for metrics. @throws when the queue is away */
  countJobs(): Promise<Record<string, JobCounts>>;
  /** Milliseconds the next job has been able to run for, by queue, for metrics. @throws when the queue is away */
  measureWaits(): Promise<Record<string, number>>;
  /** For readiness. @throws when the queue does not answer */
  checkQueue(): Promise<void>;
  /**
   * Takes no more jobs and waits for those that run. After `deadlineMs` their signal is aborted and they are left to be
   * recovered by another worker.
   *
   * @returns false when jobs were left
   */
  close(deadlineMs: number): Promise<boolean>;
}

interface JobConsumerOptions<Jobs extends JobMap> {
  jobs: Jobs;
  /** Exactly one per job. */
  handlers: readonly JobHandler<Jobs>[];
  backend: QueueBackend;
  /** Queues to take jobs from, when not all. */
  queues?: readonly string[];
  /** Jobs at once per queue, unless its kind has a number of its own. */
  concurrency: number;
  /** Numbers that an operator chose for single queues. */
  concurrencyByQueue?: Readonly<Record<string, number>>;
  logger: Logger;
  metrics: Pick<JobMetrics, 'attempt'>;
  clock?: Clock;
  /** A job whose worker has not been heard of for this long is run again by another. */
  lockMs?: number;
  /** How often schedules are put back in place. */
  scheduleCheckMs?: number;
}

const LOCK_MS = 30_000;
const SCHEDULE_CHECK_MS = 30_000;
/** A job is given up as the killer of its workers after this many of them died with it. */
const MAX_LOST_WORKERS = 5;
const RECONNECT_DELAY_MS = 1_000;
const ABORT_GRACE_MS = 500;

/** The side that works. Any process must be able to do any job. @throws when a job has no handler or two */
export function createJobConsumer<Jobs extends JobMap>(options: JobConsumerOptions<Jobs>): JobConsumer {
  const { jobs, backend, logger, clock = systemClock } = options;
  const handlers = indexHandlers(jobs, options.handlers);
  const names = Object.keys(jobs);
  const { queues = names } = options;
  const workers: JobWorker[] = [];
  const logScheduleError = createErrorLog(logger, 'schedules not checked');
  let scheduleTimer: NodeJS.Timeout | undefined;

  async function startWorker(handler: JobHandler<Jobs>): Promise<void> {
    const job = jobs[handler.name] as JobDefinition;
    const processor = createProcessor({ job, handler, logger, metrics: options.metrics });
    const worker = await backend.work(handler.name, processor, workerSettings(handler.name, job, options));
    worker.on('stalled', (jobId) => logger.warn({ queue: handler.name, jobId }, 'job recovered from a lost worker'));
    workers.push(worker);
  }

  return {
    start: async () => {
      const checkSchedules = () => ensureSchedules(jobs, backend, clock.now()).catch(logScheduleError);
      await Promise.all([...handlers.values()].filter(({ name }) => queues.includes(name)).map(startWorker));
      await checkSchedules();
      scheduleTimer = setInterval(() => void checkSchedules(), options.scheduleCheckMs ?? SCHEDULE_CHECK_MS);
    },
    countJobs: () => readEach(names, backend, (queue) => countJobs(queue, clock.now())),
    measureWaits: () => readEach(names, backend, (queue) => measureWait(queue, clock.now())),
    checkQueue: () => backend.check(),
    close: async (deadlineMs) => {
      clearInterval(scheduleTimer);
      return closeWorkers(workers, backend, deadlineMs, logger);
    },
  };
}

function workerSettings<Jobs extends JobMap>(
  name: string,
  job: JobDefinition,
  options: JobConsumerOptions<Jobs>,
): WorkerSettings {
  const lockDuration = options.lockMs ?? LOCK_MS;
  return {
    concurrency: options.concurrencyByQueue?.[name] ?? job.concurrency ?? options.concurrency,
    lockDuration,
    stalledInterval: lockDuration,
    maxStalledCount: MAX_LOST_WORKERS,
    runRetryDelay: RECONNECT_DELAY_MS,
    settings: { backoffStrategy: (attemptsMade) => retryDelay(job.retryDelaysMs, attemptsMade) },
  };
}

/** The wait after the n-th failed attempt, with up to a fifth more so that jobs that failed together spread out. */
function retryDelay(delaysMs: readonly number[], attemptsMade: number): number {
  const delay = delaysMs[attemptsMade - 1] ?? delaysMs.at(-1) ?? 0;
  return Math.round(delay * (1 + Math.random() / 5));
}

async function closeWorkers(
  workers: readonly JobWorker[],
  backend: QueueBackend,
  deadlineMs: number,
  logger: Logger,
): Promise<boolean> {
  const closing = Promise.all(workers.map((worker) => worker.close())).then(() => true);
  backend.stopWaiting();
  const finished = await withTimeout(closing, deadlineMs).catch(() => false);
  if (finished) return true;
  logger.warn({ deadlineMs }, 'jobs still run and are left to other workers');
  for (const worker of workers) worker.cancelAllJobs('shutdown');
  await withTimeout(closing, ABORT_GRACE_MS).catch(() => false);
  return false;
}

async function measureWait(queue: JobQueue, nowMs: number): Promise<number> {
  return nowMs - ((await findOldestWaiting(queue, nowMs)) ?? nowMs);
}

async function readEach<Value>(
  names: readonly string[],
  backend: QueueBackend,
  read: (queue: JobQueue) => Promise<Value>,
): Promise<Record<string, Value>> {
  const values = await Promise.all(names.map(async (name) => [name, await read(await backend.queue(name))] as const));
  return Object.fromEntries(values);
}
