import type { Database } from '../db/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { KeyedHasher, SecretBox } from '../platform/hashing.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { JobProducer } from '../platform/jobs/producer.ts';
import type { Logger } from '../platform/logger.ts';

/** Everything handlers may use. A handler asks only for the part it needs (`Pick`). */
export interface WorkerDependencies {
  config: Config;
  clock: Clock;
  db: Database;
  /** For threads that connect by themselves. */
  databaseUrl: string;
  logger: Logger;
  hasher: KeyedHasher;
  /** Opens what is encrypted at rest: signing secrets of subscribers, contents of e-mails. */
  secrets: SecretBox;
  producer: JobProducer<Jobs>;
}
