import type { Connection } from '../db/connect.ts';
import { listCompaniesToRollUp, rollUpUsage } from '../db/queries/usage.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { WorkerDependencies } from './dependencies.ts';

/**
 * An event is written within seconds of the time it is stamped with (a hanging writer is cut off after ten), give or
 * take the clocks of the machines. What was received longer ago than this is there, or never will be.
 */
export const SAFETY_LAG_MS = 30_000;

const COMPANIES_PER_PAGE = 1_000;
/** A company that catches up with a long history leaves the rest to the next run, so that others get their turn. */
const STEPS_PER_COMPANY = 50;

/** Adds received events up per company and UTC month, so that reading usage does not count them all again. */
export function createUsageRollup({ db, clock }: Pick<WorkerDependencies, 'db' | 'clock'>): JobHandler {
  return {
    name: 'usage-rollup',
    handle: async (_payload, { signal }) => {
      const through = new Date(clock.now() - SAFETY_LAG_MS);
      let after: string | undefined;
      do {
        const page = await listCompaniesToRollUp(db.knex, through, { after, limit: COMPANIES_PER_PAGE });
        for (const companyId of page.companyIds) {
          signal.throwIfAborted();
          await catchUp(db.knex, companyId, through);
        }
        after = page.next;
      } while (after !== undefined);
    },
  };
}

async function catchUp(connection: Connection, companyId: string, through: Date): Promise<void> {
  for (let step = 0; step < STEPS_PER_COMPANY; step += 1) {
    const { caughtUp } = await rollUpUsage(connection, companyId, through);
    if (caughtUp) return;
  }
}
