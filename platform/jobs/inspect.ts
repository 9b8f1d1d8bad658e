import type { Job } from 'bullmq';
import type { JobQueue, QueueBackend } from './backend.ts';

export interface JobCounts {
  /** May run now. */
  waiting: number;
  active: number;
  /** May not run yet: before their first run, or between two attempts. */
  delayed: number;
  failed: number;
}

/** What an operator wants to know of one queue. Moments are Unix milliseconds, undefined when there is no such job. */
export interface QueueSummary extends JobCounts {
  queue: string;
  /** Since when the job that is next may run. */
  oldestWaitingAt: number | undefined;
  lastCompletedAt: number | undefined;
  oldestFailedAt: number | undefined;
}

/**
 * Counts the jobs of a queue. A delayed job is moved by the worker that takes it, so one whose time has come counts as
 * waiting: a queue that no process works on must be seen to grow.
 */
export async function countJobs(queue: JobQueue, nowMs: number): Promise<JobCounts> {
  const [counts, due] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    queue.getDelayedCount(nowMs),
  ]);
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { waiting: waiting + due, active, delayed: Math.max(0, delayed - due), failed };
}

/** Summaries of queues, in the order of the names. @throws when the queue server is away */
export async function summarizeQueues(
  backend: Pick<QueueBackend, 'queue'>,
  names: readonly string[],
  nowMs: number,
): Promise<QueueSummary[]> {
  return Promise.all(names.map(async (name) => summarizeQueue(await backend.queue(name), nowMs)));
}

async function summarizeQueue(queue: JobQueue, nowMs: number): Promise<QueueSummary> {
  const [counts, oldestWaitingAt, completed, failed] = await Promise.all([
    countJobs(queue, nowMs),
    findOldestWaiting(queue, nowMs),
    queue.getJobs(['completed'], 0, 0),
    queue.getJobs(['failed'], 0, 0, true),
  ]);
  return {
    queue: queue.name,
    ...counts,
    oldestWaitingAt,
    lastCompletedAt: completed[0]?.finishedOn,
    oldestFailedAt: failed[0]?.finishedOn,
  };
}

/** Since when the job that is next may run, in Unix milliseconds; undefined when none may. */
export async function findOldestWaiting(queue: JobQueue, nowMs: number): Promise<number | undefined> {
  // Both servers list waiting jobs from the newest on, whatever order is asked of PostgreSQL.
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  const last = Math.max(0, waiting - 1);
  const candidates = await Promise.all([
    queue.getJobs(['waiting'], last, last),
    queue.getJobs(['delayed'], 0, 0, true),
  ]);
  const moments = candidates.flat().map(readDueTime);
  const oldest = Math.min(...moments);
  return oldest <= nowMs ? oldest : undefined;
}

/** When a job may run, or might have: after the delay it was added with, or after that since its last attempt. */
function readDueTime({ timestamp, processedOn, delay, opts }: Job): number {
  return processedOn === undefined ? timestamp + (opts.delay ?? 0) : processedOn + delay;
}
