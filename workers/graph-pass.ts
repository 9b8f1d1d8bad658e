import { hasMoreEdges, listCompaniesToPass } from '../db/queries/graph-passes.ts';
import { recalibrateFromScratch } from '../db/queries/recalibration.ts';
import { tenantKeyOf } from '../platform/hashing.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { forEachCompany } from './each-company.ts';
import { runInThread } from './run-in-thread.ts';
import { runPass, type PassReport, type PassTask } from './graph-pass/run-pass.ts';

type PassDependencies = Pick<WorkerDependencies, 'db' | 'databaseUrl' | 'clock' | 'hasher' | 'producer'>;

/**
 * Counts the evidence of a company anew and recomputes the graph features of all its users, which keeps exact what
 * single changes add up to. Without a company, as the schedule asks, makes one job for each that has something new.
 */
export function createGraphPass(dependencies: PassDependencies): JobHandler<Jobs, 'graph-pass'> {
  return {
    name: 'graph-pass',
    handle: async ({ companyId }, { logger, signal }) => {
      if (companyId === undefined) return enqueuePasses(dependencies, signal);
      // Labels first: the features follow from them.
      await recalibrateFromScratch(dependencies.db.knex, companyId, new Date(dependencies.clock.now()));
      const report = await passCompany(dependencies, companyId, signal);
      logger.info({ companyId, ...report }, 'graph pass');
    },
  };
}

async function enqueuePasses({ db, producer }: PassDependencies, signal: AbortSignal): Promise<void> {
  await forEachCompany(
    (page) => listCompaniesToPass(db.knex, page),
    async (companyId) => {
      signal.throwIfAborted();
      await producer.enqueue('graph-pass', { companyId });
    },
  );
}

/**
 * A graph of up to this many edges has no component that is sampled and takes a moment; to start a thread for it would
 * take longer. Anything larger would keep this process from renewing the locks of its jobs.
 */
const LARGE_GRAPH_EDGES = 2_000;

/**
 * The full pass over one company; that over a large one in a thread of its own.
 *
 * @throws what failed in it, or the reason of the signal
 */
export async function passCompany(
  { db, databaseUrl, clock, hasher }: Omit<PassDependencies, 'producer'>,
  companyId: string,
  signal: AbortSignal,
): Promise<PassReport> {
  const task: PassTask = { databaseUrl, companyId, tenantKey: tenantKeyOf(hasher, companyId), now: clock.now() };
  const isLarge = await hasMoreEdges(db.knex, companyId, LARGE_GRAPH_EDGES);
  return isLarge ? runInThread(new URL('graph-pass/thread.ts', import.meta.url), task, signal) : runPass(task);
}
