import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeCluster } from '../../../platform/embedded/placement.ts';
import type { ServerSettings } from '../../../platform/embedded/settings.ts';
import { startEmbeddedPostgres } from '../../../platform/embedded/start-embedded-postgres.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Shutdown } from '../../../platform/shutdown.ts';
import { findLastingPort } from '../../test/lasting-port.ts';
import type { BenchOptions } from '../options.ts';
import { startChild, type Child } from './child.ts';

/** The service under test, with everything of its own: data, ports, secrets. */
export interface System {
  dataDir: string;
  databaseUrl: string;
  /** Of the first process of the API. */
  port: number;
  api: Child;
  /** All processes of the API with their ports, the first among them. */
  apis: { child: Child; port: number }[];
  /** There if they were asked for. */
  workers: Child | undefined;
  secrets: { signing: string; indicatorHashKey: string };
}

interface Starter {
  options: Pick<BenchOptions, 'workers'> & Partial<Pick<BenchOptions, 'cpuProf' | 'processes'>>;
  /** Gets a closer for everything that is started, before it is. */
  shutdown: Pick<Shutdown, 'add'>;
  logger: Logger;
  /** Where profiles go, if any are wanted. */
  resultsDir?: string;
  /** Settings of PostgreSQL that differ from those of the embedded server. */
  settings?: ServerSettings;
  /** Settings of the service that differ from those of a bench. */
  environment?: Record<string, string>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Counts statements; the server's own settings otherwise, with full durability. */
const STATEMENT_COUNTER = { shared_preload_libraries: 'pg_stat_statements' };

/**
 * Starts PostgreSQL, the API as one process unless more are asked for and, if asked for, the workers. The processes use the embedded server of the
 * data folder, so that it stops with the last of them even when this process is killed.
 */
export async function startSystem({ options, shutdown, logger, ...own }: Starter): Promise<System> {
  const { resultsDir, settings = STATEMENT_COUNTER } = own;
  const dataDir = makeDataDir(shutdown);
  const opening = startEmbeddedPostgres({ dataDir, preferredPort: 0, logger, settings });
  shutdown.add('PostgreSQL', async () => {
    const opened = await opening.catch(() => undefined);
    await opened?.stop();
  });
  const { url: databaseUrl } = await opening;
  const secrets = { signing: makeSecret(), indicatorHashKey: makeSecret() };
  const shared = { ...describeEnvironment(dataDir, secrets), ...own.environment };
  const start = (name: string, port = 0, nodeOptions: string[] = []): Child => {
    const logFile = path.join(dataDir, `${name}.log`);
    const environment = { ...shared, PORT: String(port) };
    const child = startChild(name, path.join(ROOT, name, 'main.ts'), {
      cwd: dataDir,
      environment,
      nodeOptions,
      logFile,
    });
    shutdown.add(name, () => child.stop());
    return child;
  };
  const nodeOptions = options.cpuProf && resultsDir ? ['--cpu-prof', `--cpu-prof-dir=${resultsDir}`] : [];
  const apis: System['apis'] = [];
  for (let index = 0; index < (options.processes ?? 1); index += 1) {
    const port = await findLastingPort();
    const child = start('api', port, nodeOptions);
    await waitUntilReady(child, port);
    apis.push({ child, port });
  }
  const workers = options.workers ? start('workers') : undefined;
  const [{ child: api, port }] = apis as [System['apis'][number]];
  return { dataDir, databaseUrl, port, api, apis, workers, secrets };
}

/** On a disk, as in production; started by root, PostgreSQL runs as another user who must be able to enter. */
function makeDataDir(shutdown: Pick<Shutdown, 'add'>): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-bench-'));
  chmodSync(dataDir, 0o755);
  shutdown.add('data folder', () => {
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Everything as in production except the limits that would end a bench before its time. */
function describeEnvironment(dataDir: string, secrets: System['secrets']): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    METRICS_PORT: '0',
    JWT_KEYS: `bench:${secrets.signing}`,
    INDICATOR_HASH_KEY: secrets.indicatorHashKey,
    ENCRYPTION_KEY: makeSecret(),
    ACCESS_TOKEN_TTL_SECONDS: '86400',
    CONSOLE_IDLE_MINUTES: '1500',
    INGEST_RATE_PER_MINUTE: '100000000',
  };
}

async function waitUntilReady(api: Child, port: number): Promise<void> {
  let end: string | undefined;
  void api.ended.then((reason) => (end = reason));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (end === undefined && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
  throw new Error(`the API did not get ready (${end ?? 'no answer'})`);
}

/** The folder that results and profiles are written to. */
export function makeResultsDir(): string {
  const resultsDir = path.join(ROOT, 'bench-results');
  mkdirSync(resultsDir, { recursive: true });
  return resultsDir;
}
