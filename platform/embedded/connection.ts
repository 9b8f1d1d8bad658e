import { realpathSync } from 'node:fs';
import pg from 'pg';
import { StartError } from '../start-error.ts';

export const DATABASE_NAME = 'fraud_risk';
export const DATABASE_USER = 'fraud_risk';

const MAINTENANCE_DATABASE = 'postgres';
const INVALID_PASSWORD = '28P01';
/** How long one look at a server may take; it is repeated. */
const LOOK_TIMEOUT_MS = 5_000;
/** Creating a database copies files, and the machine may be busy. */
const CREATE_TIMEOUT_MS = 60_000;

/** URL of a database of the embedded server. */
export function formatUrl(port: number, password: string, database = DATABASE_NAME): string {
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Whether the server that answers on a port lets us in and is the one of this cluster, not somebody else's.
 *
 * @throws StartError when it is PostgreSQL but refuses the password: waiting would not help
 */
export async function answersFor(cluster: string, port: number, password: string): Promise<boolean> {
  try {
    return await withClient(port, password, LOOK_TIMEOUT_MS, async (client) => {
      const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
      return realpathSync(rows[0]?.folder ?? '') === realpathSync(cluster);
    });
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INVALID_PASSWORD) return false;
    throw new StartError(`The PostgreSQL of ${cluster} refuses the password in the data folder's postgres-password`);
  }
}

/** Creates the database unless it is there. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  await withClient(port, password, CREATE_TIMEOUT_MS, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  });
}

async function withClient<T>(
  port: number,
  password: string,
  timeoutMs: number,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: formatUrl(port, password, MAINTENANCE_DATABASE),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A connection cut while idle is reported by event; the next query fails and is what callers see.
  client.on('error', () => {});
  try {
    await client.connect();
    return await action(client);
  } finally {
    await client.end().catch(() => {});
  }
}
