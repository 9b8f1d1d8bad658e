import type { Job } from 'bullmq';
import type { JobQueue } from './backend.ts';

/** One job that was given up. */
export interface FailedJob {
  id: string;
  /** Unix milliseconds. */
  failedAt: number;
  attempts: number;
  reason: string;
  /** Ids only. */
  payload: unknown;
}

const JOBS_PER_STEP = 200;

/** The jobs that failed last, newest first. */
export async function listFailedJobs(queue: JobQueue, limit: number): Promise<FailedJob[]> {
  const jobs = await queue.getJobs(['failed'], 0, limit - 1);
  return jobs.map((job) => ({
    id: job.id ?? '',
    failedAt: job.finishedOn ?? job.timestamp,
    attempts: job.attemptsMade,
    reason: job.failedReason,
    payload: job.data as unknown,
  }));
}

/**
 * Lets all jobs that failed before `nowMs` run again, with all their attempts. A job that fails once more meanwhile is
 * left alone, so this ends. Returns how many there were.
 */
export async function retryFailedJobs(queue: JobQueue, nowMs: number): Promise<number> {
  for (let retried = 0; ;) {
    const page = await queue.getJobs(['failed'], 0, JOBS_PER_STEP - 1, true);
    const old = page.filter(({ finishedOn }) => (finishedOn ?? 0) <= nowMs);
    if (old.length === 0) return retried;
    retried += (await Promise.all(old.map(retryJob))).filter(Boolean).length;
  }
}

/** False when somebody else has retried or removed it meanwhile. */
async function retryJob(job: Job): Promise<boolean> {
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  } catch (error) {
    if (await job.isFailed()) throw error;
    return false;
  }
}

/** Removes all jobs that failed before `nowMs`; rows they were about stay as they are. Returns how many there were. */
export async function dropFailedJobs(queue: JobQueue, nowMs: number): Promise<number> {
  for (let dropped = 0; ;) {
    const ids = await queue.clean(Date.now() - nowMs, JOBS_PER_STEP, 'failed');
    dropped += ids.length;
    if (ids.length < JOBS_PER_STEP) return dropped;
  }
}
