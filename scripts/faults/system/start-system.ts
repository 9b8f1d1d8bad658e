import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig, type Config } from '../../../platform/config.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Shutdown } from '../../../platform/shutdown.ts';
import { findLastingPort } from '../../test/lasting-port.ts';
import { makeScratchDir, removeScratchDir } from '../../test/scratch-dir.ts';
import type { FaultOptions } from '../options.ts';
import { keepProcess, type KeptProcess } from './kept-process.ts';
import { startPostgres, type CrashingServer } from './postgres.ts';
import { startRedis, type CrashingRedis } from './redis.ts';

/** The whole service, with everything of its own: servers, data, ports, secrets. */
export interface System {
  baseUrl: string;
  databaseUrl: string;
  /** What its processes were started with: the secrets are the same. */
  config: Config;
  postgres: CrashingServer;
  redis: CrashingRedis | undefined;
  api: KeptProcess;
  workers: KeptProcess[];
  /** One file for each process. */
  logDir: string;
}

export interface Folders {
  dataDir: string;
  logDir: string;
}

interface Starter extends Folders {
  options: Pick<FaultOptions, 'redis'>;
  /** Gets a closer for everything that is started. */
  shutdown: Pick<Shutdown, 'add'>;
  logger: Logger;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const WORKERS = 2;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** The folder of data and logs. Started by root, PostgreSQL runs as another user, who can enter it. */
export function makeDataDir({ keep }: Pick<FaultOptions, 'keep'>, shutdown: Pick<Shutdown, 'add'>): string {
  const dataDir = makeScratchDir('faults');
  shutdown.add('data folder', () => {
    if (keep) console.log(`Logs and data are in ${dataDir}`);
    else removeScratchDir(dataDir);
  });
  return dataDir;
}

export function makeLogDir(dataDir: string): string {
  const logDir = path.join(dataDir, 'logs');
  mkdirSync(logDir);
  return logDir;
}

/** Starts PostgreSQL, Redis if wanted, the API and two worker processes, and waits until all are ready. */
export async function startSystem({ options, dataDir, logDir, shutdown, logger }: Starter): Promise<System> {
  const postgres = await stopLater('PostgreSQL', startPostgres(dataDir, logger), shutdown);
  const redis = options.redis ? await stopLater('Redis', startRedis(dataDir), shutdown) : undefined;
  const port = await findLastingPort();
  const environment = describeEnvironment({ dataDir, port, postgres, redis });
  const keep = (name: string, file: string) => {
    const logFile = path.join(logDir, `${name}.log`);
    const kept = keepProcess({ name, file: path.join(ROOT, file), environment, cwd: dataDir, logFile });
    shutdown.add(name, () => kept.stop());
    return kept;
  };
  const config = loadConfig(environment);
  const workers = Array.from({ length: WORKERS }, (_, index) => keep(`worker-${index + 1}`, 'workers/main.ts'));
  const api = keep('api', 'api/main.ts');
  await waitUntilReady([api, ...workers]);
  return { baseUrl: config.publicUrl, databaseUrl: postgres.url, config, postgres, redis, api, workers, logDir };
}

/** The closer is there before the server is: a signal in the middle of a start waits for it and then stops it. */
function stopLater<Server extends CrashingServer>(
  name: string,
  starting: Promise<Server>,
  shutdown: Pick<Shutdown, 'add'>,
): Promise<Server> {
  shutdown.add(name, async () => {
    const server = await starting.catch(() => undefined);
    await server?.stop();
  });
  return starting;
}

interface Surroundings {
  dataDir: string;
  port: number;
  postgres: CrashingServer;
  redis: CrashingRedis | undefined;
}

/** Subscribers on loopback are allowed in development only. Retries of webhooks must fit into the test. */
function describeEnvironment({ dataDir, port, postgres, redis }: Surroundings): Record<string, string> {
  return {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis?.url ?? '',
    PORT: String(port),
    METRICS_PORT: '0',
    ACCESS_TOKEN_TTL_SECONDS: '86400',
    CONSOLE_IDLE_MINUTES: '1500',
    INGEST_RATE_PER_MINUTE: '1000000',
    WEBHOOK_RETRY_DELAYS_SECONDS: '0.3,0.5,1,1,2,2,3',
    WEBHOOK_TIMEOUT_MS: '1000',
  };
}

/** Waits until all processes take work. @throws naming those that do not */
export async function waitUntilReady(processes: readonly KeptProcess[]): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const missing = processes.filter((kept) => !kept.isReady()).map(({ name }) => name);
    if (missing.length === 0) return;
    if (Date.now() > deadline) throw new Error(`not ready: ${missing.join(', ')}`);
    await sleep(POLL_MS);
  }
}
