import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectDatabase, type Database } from '../../db/connect.ts';
import { processEnvironment } from '../../platform/config.ts';

export interface TestDatabase {
  url: string;
  /** Pools on the database, connected on first use. */
  db: Database;
  /** Closes `db` and removes the database; happens by itself when a test was given. */
  drop(): Promise<void>;
}

/** The part of ava's `t` that is needed; hooks such as `test.before` have none and call `drop` themselves. */
interface Owner {
  teardown(fn: () => Promise<void>): void;
}

const POOL_SIZE = 5;
/** Long, so that a busy machine does not make signals late; tests of lateness connect for themselves. */
const SIGNAL_TIMEOUT_MS = 10_000;

/** A database of its own, cloned from the migrated template: tests share no rows. */
export async function createTestDatabase(owner?: Owner): Promise<TestDatabase> {
  const template = templateUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files beats the default, writing all blocks to the log, for a schema of many small tables.
  await runOnServer(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  const { href: url } = Object.assign(new URL(template), { pathname: `/${name}` });
  const db = connectDatabase({ url, poolSize: POOL_SIZE, signalTimeoutMs: SIGNAL_TIMEOUT_MS });
  const drop = async () => {
    await db.close();
    await runOnServer(template, `drop database ${name} with (force)`);
  };
  owner?.teardown(drop);
  return { url, db, drop };
}

function templateUrl(): URL {
  const url = processEnvironment()['TEST_DATABASE_URL'];
  if (!url) throw new Error('Tests need their servers: run them with npm test -- <files>');
  return new URL(url);
}

async function runOnServer(template: URL, statement: string): Promise<void> {
  const maintenance = Object.assign(new URL(template), { pathname: '/postgres' });
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
