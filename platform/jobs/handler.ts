import type { Logger } from '../logger.ts';
import type { JobMap, JobName, Jobs, PayloadOf } from './job-map.ts';

export interface JobContext {
  logger: Logger;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the process must stop before the job is done; the job is then run again elsewhere. */
  signal: AbortSignal;
}

/** What runs a job. Handlers are idempotent: a killed worker's job runs again. Its payload has been validated. */
export interface JobHandler<Known extends JobMap = Jobs, Name extends JobName<Known> = JobName<Known>> {
  name: Name;
  handle(payload: PayloadOf<Known, Name>, context: JobContext): Promise<void>;
}

/** Handlers by name of job. @throws when a job has no handler, two, or a handler no job */
export function indexHandlers<Known extends JobMap>(
  jobs: Known,
  handlers: readonly JobHandler<Known>[],
): ReadonlyMap<string, JobHandler<Known>> {
  const index = new Map<string, JobHandler<Known>>();
  for (const handler of handlers) {
    if (index.has(handler.name)) throw new Error(`job ${handler.name} has two handlers`);
    if (!(handler.name in jobs)) throw new Error(`handler ${handler.name} is for no known job`);
    index.set(handler.name, handler);
  }
  for (const name of Object.keys(jobs)) {
    if (!index.has(name)) throw new Error(`job ${name} has no handler`);
  }
  return index;
}
