import pg from 'pg';
import { pino } from 'pino';
import { migrateToLatest } from '../../db/migrate.ts';
import { removeCluster } from '../../platform/embedded/placement.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/start-embedded-postgres.ts';
import { migrateQueues } from '../../platform/jobs/backend.ts';
import { makeScratchDir, removeScratchDir } from './scratch-dir.ts';

/** The database that tests clone; see test/support/database.ts. */
const TEMPLATE = 'fraud_risk_template';

/** Nothing of a test needs to survive a crash of the machine. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Databases live for seconds. Tests of what needs statistics gather them.
  autovacuum: 'off',
  max_connections: '400',
};

export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of its own for the test run, with the migrated template in it. */
export async function startTestPostgres(): Promise<TestServer> {
  const dataDir = makeScratchDir('postgres');
  const logger = pino({ level: 'warn' });
  const server = await startEmbeddedPostgres({ dataDir, preferredPort: 0, logger, settings: FAST_SETTINGS });
  const stop = async () => {
    await server.stop();
    removeCluster(dataDir);
    removeScratchDir(dataDir);
  };
  try {
    return { url: await createTemplate(server.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createTemplate(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    await migrateToLatest(url.href, undefined, () => migrateQueues(url.href));
    // A database that somebody is connected to cannot be cloned.
    await client.query(`alter database ${TEMPLATE} with allow_connections false is_template true`);
  } finally {
    await client.end();
  }
  return url.href;
}
