import { listCompaniesToAnalyze, rollUpAnalytics } from '../db/queries/analytics-rollup.ts';
import { listCompaniesToRollUp, rollUpUsage } from '../db/queries/usage.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { forEachCompany } from './each-company.ts';

/**
 * An event is written within seconds of the time it is stamped with (a hanging writer is cut off after ten), give or
 * take the clocks of the machines. What was received longer ago than this is there, or never will be.
 */
export const SAFETY_LAG_MS = 30_000;

/** A company that catches up with a long history leaves the rest to the next run, so that others get their turn. */
const STEPS_PER_COMPANY = 50;

const ROLL_UPS = [
  { listCompanies: listCompaniesToRollUp, rollUp: rollUpUsage },
  { listCompanies: listCompaniesToAnalyze, rollUp: rollUpAnalytics },
] as const;

/**
 * Adds received events up per company and UTC month, and assessments per company and hour, so that reading usage and
 * analytics does not count them all again.
 */
export function createUsageRollup({ db, clock }: Pick<WorkerDependencies, 'db' | 'clock'>): JobHandler {
  return {
    name: 'usage-rollup',
    handle: async (_payload, { signal }) => {
      const through = new Date(clock.now() - SAFETY_LAG_MS);
      for (const { listCompanies, rollUp } of ROLL_UPS) {
        await forEachCompany(
          (page) => listCompanies(db.knex, through, page),
          (companyId) => catchUp(() => rollUp(db.knex, companyId, through), signal),
        );
      }
    },
  };
}

async function catchUp(rollUp: () => Promise<{ caughtUp: boolean }>, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS_PER_COMPANY; step += 1) {
    signal.throwIfAborted();
    const { caughtUp } = await rollUp();
    if (caughtUp) return;
  }
}
