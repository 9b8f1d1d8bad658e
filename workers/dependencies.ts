import type { Database } from '../db/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { KeyedHasher } from '../platform/hashing.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { JobProducer } from '../platform/jobs/producer.ts';

/** Everything handlers may use. A handler asks only for the part it needs (`Pick`). */
export interface WorkerDependencies {
  config: Config;
  clock: Clock;
  db: Database;
  hasher: KeyedHasher;
  producer: JobProducer<Jobs>;
}
