import type { JobHandler } from '../platform/jobs/handler.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { createSweeper } from './sweeper.ts';
import { createUsageRollup } from './usage-rollup.ts';

/** The handler of every job. The process refuses to start when one is missing or there twice. */
export function createHandlers(dependencies: WorkerDependencies): JobHandler[] {
  return [createUsageRollup(dependencies), createSweeper(dependencies)];
}
