import { openQueueBackend } from '../../platform/jobs/backend.ts';
import { listFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import { countJobs, type JobCounts } from '../../platform/jobs/inspect.ts';
import { JOBS } from '../../platform/jobs/job-map.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';

export interface Queues {
  /** Jobs by queue. */
  count(): Promise<Record<string, JobCounts>>;
  /** Why jobs were given up, by queue; of each queue the last ones. */
  listFailures(): Promise<{ queue: string; reason: string }[]>;
  close(): Promise<void>;
}

/** Where the queues of a service are. */
interface QueuesOf {
  config: Pick<Config, 'redisUrls'>;
  databaseUrl: string;
}

const FAILURES_PER_QUEUE = 50;

/** Looks into the queues of the service, wherever they are. Open them once the faults are over. */
export async function openQueues({ config, databaseUrl }: QueuesOf, logger: Logger): Promise<Queues> {
  const backend = await openQueueBackend({ databaseUrl, redisUrls: config.redisUrls, workers: 0, logger });
  const names = Object.keys(JOBS);
  const countIn = async (name: string) => [name, await countJobs(await backend.queue(name), Date.now())] as const;
  const listIn = async (name: string) => {
    const jobs = await listFailedJobs(await backend.queue(name), FAILURES_PER_QUEUE);
    return jobs.map(({ reason }) => ({ queue: name, reason }));
  };
  return {
    count: async () => Object.fromEntries(await Promise.all(names.map(countIn))),
    listFailures: async () => (await Promise.all(names.map(listIn))).flat(),
    close: () => backend.close(),
  };
}
