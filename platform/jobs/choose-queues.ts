import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import type { JobMap } from './job-map.ts';

/**
 * The queues a worker process takes jobs from: those of WORKER_QUEUES, in the order of the map, or all.
 *
 * @throws StartError when WORKER_QUEUES or WORKER_QUEUE_CONCURRENCY names a queue that does not exist
 */
export function chooseQueues(
  jobs: JobMap,
  { workerQueues, queueConcurrency }: Pick<Config, 'workerQueues' | 'queueConcurrency'>,
): string[] {
  const known = Object.keys(jobs);
  refuseUnknown('WORKER_QUEUES', workerQueues, known);
  refuseUnknown('WORKER_QUEUE_CONCURRENCY', Object.keys(queueConcurrency), known);
  return workerQueues.length === 0 ? known : known.filter((name) => workerQueues.includes(name));
}

function refuseUnknown(setting: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new StartError(`${setting}: there is no queue ${JSON.stringify(unknown)}; known are ${known.join(', ')}`);
}
