import { existsSync } from 'node:fs';
import process from 'node:process';
import { ConfigError, loadConfig, type Config } from './config.ts';
import { openDatabaseUrl, type OpenDatabase } from './database.ts';
import { describeError } from './describe-error.ts';
import { migrateQueues } from './jobs/backend.ts';
import { createLogger, type Logger } from './logger.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { StartError } from './start-error.ts';

/** What a process has once its settings are checked and its database is up to date. */
export interface Booted {
  config: Config;
  logger: Logger;
  shutdown: Shutdown;
  database: Pick<OpenDatabase, 'url' | 'embedded'>;
}

export interface BootOptions {
  /** Name of the process in its log lines. */
  component: string;
  /** Brings the schema of the database up to date, and with `migrateQueues` that of the queues in it. */
  migrate: (databaseUrl: string, logger: Logger, migrateQueues: () => Promise<void>) => Promise<void>;
  /** What is checked before anything is started. */
  check?: (config: Config) => Promise<void>;
  /** Milliseconds to shut down in; SHUTDOWN_TIMEOUT_MS unless told otherwise. */
  shutdownTimeoutMs?: (config: Config) => number;
  /** The process itself: starts its parts and adds their closers to `shutdown`. */
  start: (booted: Booted) => Promise<void>;
}

/**
 * The steps all processes of the service start with: settings (also from a file `.env`), logger, orderly shutdown,
 * database, migrations. What goes wrong ends the process with code 1; if a person can put it right, with one line that
 * says how.
 */
export async function boot(options: BootOptions): Promise<void> {
  // Whoever reads our output may be gone (a pipe, a closed terminal): we stop when we are told to, not because of that.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const config = await orExit(() => readConfig(options));
  const logger = createLogger(config, options.component);
  const timeoutMs = options.shutdownTimeoutMs?.(config) ?? config.SHUTDOWN_TIMEOUT_MS;
  const shutdown = createShutdown({ logger, timeoutMs });
  try {
    const database = await openDatabase(config, logger, shutdown);
    await options.migrate(database.url, logger, () => migrateQueuesOf(database.url, config));
    await options.start({ config, logger, shutdown, database });
    // For a process manager that waits for this before it stops the process we replace.
    process.send?.('ready');
  } catch (error) {
    reportFailure(error, logger);
    await shutdown.run(1);
  }
}

async function readConfig({ check }: BootOptions): Promise<Config> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig();
  await check?.(config);
  return config;
}

/** The closer is there before the server is: a signal in the middle of a start waits for it and then stops it. */
async function openDatabase(config: Config, logger: Logger, shutdown: Shutdown): Promise<OpenDatabase> {
  const opening = openDatabaseUrl(config, logger);
  shutdown.add('database server', async () => {
    const opened = await opening.catch(() => undefined);
    await opened?.close();
  });
  return opening;
}

/** Queues on Redis have no schema. */
async function migrateQueuesOf(databaseUrl: string, config: Config): Promise<void> {
  if (config.redisUrls.length === 0) await migrateQueues(databaseUrl);
}

async function orExit<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    process.stderr.write(`Cannot start. ${explain(error) ?? (error as Error).stack}\n`);
    process.exit(1);
  }
}

function reportFailure(error: unknown, logger: Logger): void {
  const explanation = explain(error);
  if (explanation) process.stderr.write(`Cannot start. ${explanation}\n`);
  else logger.fatal({ err: describeError(error) }, 'cannot start');
}

/** One line for what a person can put right; undefined for mistakes of ours, which need their stack. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC' ? message : undefined;
}
