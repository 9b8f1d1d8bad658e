import { existsSync } from 'node:fs';
import process from 'node:process';
import { connectDatabase } from '../db/connect.ts';
import { changePlan, listPlans } from '../db/queries/plans.ts';
import { ConfigError, loadConfig } from '../platform/config.ts';
import { StartError } from '../platform/start-error.ts';
import { readOptions, USAGE, type PlansOptions } from './plans/options.ts';
import { renderChange, renderPlans } from './plans/report.ts';
import { findDatabaseUrl } from './queues/find-database.ts';
import { UsageError } from './queues/options.ts';

/*
 * `npm run plans`: shows and changes plans while the service runs, on its settings. Every request reads its plan anew,
 * so that a change needs no restart. Exits with 1 when that fails, with 2 when it is not called like the usage says.
 */

type Connection = Parameters<typeof listPlans>[0];

try {
  const options = readOptions(process.argv.slice(2));
  await withDatabase((connection) => run(connection, options));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function withDatabase(action: (connection: Connection) => Promise<void>): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig();
  const db = connectDatabase({
    url: findDatabaseUrl(config),
    poolSize: 2,
    signalTimeoutMs: config.SIGNAL_TIMEOUT_MS,
  });
  try {
    await action(db.knex);
  } finally {
    await db.close();
  }
}

async function run(connection: Connection, options: PlansOptions): Promise<void> {
  if (options.command === 'list') {
    const plans = await listPlans(connection);
    print(options.json, plans, () => renderPlans(plans));
    return;
  }
  const change = await changePlan(connection, options.code, options.changes);
  if (!change) throw new UsageError(`There is no plan ${JSON.stringify(options.code)}`);
  print(options.json, change, () => renderChange(change.before, change.after));
}

function print(json: boolean, value: unknown, renderLines: () => string[]): void {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : renderLines().join('\n')}\n`);
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || error instanceof ConfigError) return message;
  return `The plans cannot be read or changed: ${message || code}`;
}
