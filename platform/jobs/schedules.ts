import type { RepeatOptions } from 'bullmq';
import type { QueueBackend } from './backend.ts';
import type { JobDefinition, JobMap, Schedule } from './job-map.ts';
import { jobOptions } from './producer.ts';

/**
 * Makes the queues hold exactly the schedules of the map. Every process may do so at any time: what is right is left
 * alone, what is missing (Redis may have been emptied) or stuck is put there, what no longer belongs is removed.
 *
 * @param nowMs a schedule that should have run long before this moment is renewed
 */
export async function ensureSchedules(jobs: JobMap, backend: QueueBackend, nowMs: number): Promise<void> {
  for (const [name, job] of Object.entries(jobs)) await ensureSchedule(name, job, backend, nowMs);
}

async function ensureSchedule(name: string, job: JobDefinition, backend: QueueBackend, nowMs: number): Promise<void> {
  const queue = await backend.queue(name);
  const stored = await queue.getJobSchedulers(0, -1);
  for (const { key } of stored) {
    if (key !== name || !job.schedule) await queue.removeJobScheduler(key);
  }
  if (!job.schedule) return;
  const current = stored.find(({ key }) => key === name);
  if (current && isSame(current, job.schedule) && !isStuck(current, nowMs)) return;
  await queue.upsertJobScheduler(name, repeatOptions(job.schedule), { name, data: {}, opts: jobOptions(job) });
}

interface StoredSchedule {
  every?: number;
  pattern?: string;
  next?: number;
}

function isSame(stored: StoredSchedule, schedule: Schedule): boolean {
  return 'everyMs' in schedule ? Number(stored.every) === schedule.everyMs : stored.pattern === schedule.cron;
}

/** A chain of runs ends when the job that should make the next one was lost. */
function isStuck({ every, next }: StoredSchedule, nowMs: number): boolean {
  const patience = Math.max(2 * Number(every ?? 0), 60_000);
  return next === undefined || Number(next) < nowMs - patience;
}

function repeatOptions(schedule: Schedule): Omit<RepeatOptions, 'key'> {
  return 'everyMs' in schedule ? { every: schedule.everyMs } : { pattern: schedule.cron, tz: 'UTC' };
}
