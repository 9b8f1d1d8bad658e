import pg from 'pg';
import { JOBS } from '../../../platform/jobs/job-map.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Shutdown } from '../../../platform/shutdown.ts';
import { startSystem } from '../../bench/system/start-system.ts';
import { openQueues } from '../../faults/queues.ts';
import { observeBackground, type Background } from './workers.ts';

/** The service under test, with everything of its own. */
export interface System {
  baseUrl: string;
  background: Background;
}

/** Nothing of a replay needs to survive a crash of the machine. */
const FAST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const ENVIRONMENT = {
  LOG_LEVEL: 'warn',
  // Where a signal looks at a few of many indicators, their hashes decide which: the same ones in every run.
  INDICATOR_HASH_KEY: 'one-key-for-all-replays-of-labelled-data',
  // However busy the machine: a score without one of its sources would be another one.
  SIGNAL_TIMEOUT_MS: '60000',
  // The nightly pass comes by the clock of the machine, at any time of a replay; what it makes exact is bounded otherwise.
  WORKER_QUEUES: Object.keys(JOBS)
    .filter((name) => name !== 'graph-pass')
    .join(','),
};

/** Starts PostgreSQL, the API and a workers process on data, ports and secrets of their own. */
export async function startQualitySystem(shutdown: Pick<Shutdown, 'add'>, logger: Logger): Promise<System> {
  const { databaseUrl, port, workers } = await startSystem({
    options: { workers: true },
    shutdown,
    logger,
    settings: FAST_SETTINGS,
    environment: ENVIRONMENT,
  });
  if (!workers) throw new Error('the workers were not started');
  const queues = await openQueues({ config: { redisUrls: [] }, databaseUrl }, logger);
  shutdown.add('queues', () => queues.close());
  const database = new pg.Client({ connectionString: databaseUrl });
  // A server that goes away on an interrupt is not worth a word; any query that misses it fails by itself.
  database.on('error', () => {});
  shutdown.add('database connection', () => database.end());
  await database.connect();
  return { baseUrl: `http://127.0.0.1:${port}`, background: observeBackground({ database, queues, workers }) };
}
