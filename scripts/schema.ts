import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { describeSchema } from '../db/describe-schema.ts';
import { startTestPostgres } from './test/postgres-server.ts';

/* Writes db/schema.sql: what the migrations come to, read from a fresh database. With --check it only compares. */

const FILE = path.join(import.meta.dirname, '..', 'db', 'schema.sql');
const HEADER = '-- Generated from the migrations by `npm run generate`; not run by anything.\n\n';

const server = await startTestPostgres();
try {
  const schema = HEADER + (await readSchema(server.url));
  if (!process.argv.includes('--check')) {
    await writeFile(FILE, schema);
  } else if ((await readFile(FILE, 'utf8').catch(() => '')) !== schema) {
    console.error('db/schema.sql is out of date: run npm run generate and commit the result');
    process.exitCode = 1;
  }
} finally {
  await server.stop();
}

async function readSchema(templateUrl: string): Promise<string> {
  // The template takes no connections: read from a copy.
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(templateUrl), { pathname: '/postgres' }).href,
  });
  await admin.connect();
  await admin.query(`create database schema_copy template ${new URL(templateUrl).pathname.slice(1)}`);
  await admin.end();
  const copy = new pg.Client({
    connectionString: Object.assign(new URL(templateUrl), { pathname: '/schema_copy' }).href,
  });
  await copy.connect();
  try {
    return await describeSchema(copy);
  } finally {
    await copy.end();
  }
}
