import pg from 'pg';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import type { Logger } from './logger.ts';
import { StartError } from './start-error.ts';

export interface OpenDatabase {
  url: string;
  /** Whether it is the embedded server. */
  embedded: boolean;
  /** Ends our use of an embedded server; leaves any other alone. */
  close(): Promise<void>;
}

const OLDEST_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The database of this process: that of DATABASE_URL, which must answer, or the embedded one, which is started.
 *
 * @throws StartError saying what is wrong with the setting or the server
 */
export async function openDatabaseUrl(
  config: Pick<Config, 'DATABASE_URL' | 'EMBEDDED_POSTGRES_PORT' | 'dataDir' | 'embedded'>,
  logger: Logger,
): Promise<OpenDatabase> {
  if (!config.embedded) {
    await checkServer(config.DATABASE_URL);
    return { url: config.DATABASE_URL, embedded: false, close: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    preferredPort: config.EMBEDDED_POSTGRES_PORT,
    logger,
  });
  return { url: server.url, embedded: true, close: () => server.stop() };
}

async function checkServer(url: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StartError('DATABASE_URL: must look like postgres://user:password@host:5432/database');
  }
  const version = await readServerVersion(url);
  if (version < OLDEST_VERSION) throw new StartError('DATABASE_URL: the server must be PostgreSQL 15 or newer');
}

async function readServerVersion(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`DATABASE_URL: cannot connect to ${new URL(url).host} (${message || code})`);
  } finally {
    await client.end().catch(() => {});
  }
}
