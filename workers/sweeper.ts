import { applyFeedback, listUnappliedFeedback } from '../db/queries/feedback.ts';
import { deleteExpiredNonces } from '../db/queries/ingest-nonces.ts';
import { deleteOldLoginFailures } from '../db/queries/login-failures.ts';
import { deleteEndedRateLimitWindows } from '../db/queries/rate-limit-windows.ts';
import { deleteExpiredSessions } from '../db/queries/sessions.ts';
import { tenantKeyOf } from '../platform/hashing.ts';
import type { JobContext, JobHandler } from '../platform/jobs/handler.ts';
import type { WorkerDependencies } from './dependencies.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ROWS_PER_BATCH = 5_000;
/** What one run does not get to, the next one does. */
const BATCHES_PER_RUN = 200;

/** A request applies its outcome within this time, or it never will. */
const LEFT_BEHIND_MS = 10_000;
const FEEDBACK_PER_RUN = 1_000;

type SweeperDependencies = Pick<WorkerDependencies, 'db' | 'clock' | 'hasher'>;

/** What is deleted, and how long after it lost its worth: clocks differ, and a fresh trace helps to explain a refusal. */
const SWEEPS = [
  { rows: 'nonces', deleteBefore: deleteExpiredNonces, keptMs: MINUTE_MS },
  { rows: 'rate limit windows', deleteBefore: deleteEndedRateLimitWindows, keptMs: MINUTE_MS },
  { rows: 'sessions', deleteBefore: deleteExpiredSessions, keptMs: DAY_MS },
  { rows: 'login failures', deleteBefore: deleteOldLoginFailures, keptMs: DAY_MS },
] as const;

/** Deletes what has expired, in batches small enough not to be in anybody's way, and finishes what was left half done. */
export function createSweeper(dependencies: SweeperDependencies): JobHandler {
  const { db, clock } = dependencies;
  return {
    name: 'sweeper',
    handle: async (_payload, { logger, signal }) => {
      const applied = await applyLeftFeedback(dependencies, { logger, signal });
      if (applied > 0) logger.info({ applied }, 'left feedback applied');
      for (const { rows, deleteBefore, keptMs } of SWEEPS) {
        const before = new Date(clock.now() - keptMs);
        const deleted = await sweep((limit) => deleteBefore(db.knex, before, limit), signal);
        if (deleted > 0) logger.info({ rows, deleted }, 'swept');
      }
    },
  };
}

/** Outcomes that were stored by a process that died before it applied them. */
async function applyLeftFeedback(
  { db, clock, hasher }: SweeperDependencies,
  { logger, signal }: Pick<JobContext, 'logger' | 'signal'>,
): Promise<number> {
  const left = await listUnappliedFeedback(db.knex, new Date(clock.now() - LEFT_BEHIND_MS), FEEDBACK_PER_RUN);
  for (const { companyId, assessmentId } of left) {
    signal.throwIfAborted();
    const tenantKey = tenantKeyOf(hasher, companyId);
    try {
      await applyFeedback(db.knex, companyId, { assessmentId, tenantKey, now: new Date(clock.now()) });
    } catch (error) {
      logger.error({ err: error, companyId, assessmentId }, 'left feedback not applied');
    }
  }
  return left.length;
}

async function sweep(deleteBatch: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_PER_RUN; batch += 1) {
    signal.throwIfAborted();
    const deleted = await deleteBatch(ROWS_PER_BATCH);
    total += deleted;
    if (deleted < ROWS_PER_BATCH) break;
  }
  return total;
}
