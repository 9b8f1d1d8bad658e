import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateToLatest } from './db/migrate.ts';
import { boot, type Booted } from './platform/boot.ts';
import { startChild, type RunningChild } from './platform/child-process.ts';
import type { Config } from './platform/config.ts';
import { describeError } from './platform/describe-error.ts';
import { findFreePort, isPortFree } from './platform/ports.ts';
import { StartError } from './platform/start-error.ts';
import { buildConsole, isConsoleOutdated } from './scripts/console/build.ts';

/*
 * `npm start`: the whole service on this machine. Brings up the database, then the API and the workers as processes of
 * their own, which attach to the same database; stops everything when one of them ends. Builds the console meanwhile.
 */

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
/** The children have SHUTDOWN_TIMEOUT_MS each, at the same time; then the database server has the rest. */
const CHILD_GRACE_MS = 2_000;
const DATABASE_GRACE_MS = 40_000;

/** Built while the database comes up. */
const consolePrepared = prepareConsole();

await boot({
  component: 'start',
  migrate: migrateToLatest,
  check: checkPorts,
  shutdownTimeoutMs: (config) => config.SHUTDOWN_TIMEOUT_MS + CHILD_GRACE_MS + DATABASE_GRACE_MS,
  start: startService,
});

async function checkPorts(config: Config): Promise<void> {
  await checkPort('PORT', config.PORT, config.HOST);
  await checkPort('METRICS_PORT', config.METRICS_PORT, config.METRICS_HOST);
  if (config.METRICS_PORT !== 0)
    await checkPort('METRICS_PORT + 1 (workers)', config.METRICS_PORT + 1, config.METRICS_HOST);
}

async function checkPort(name: string, port: number, host: string): Promise<void> {
  if (port !== 0 && !(await isPortFree(port, host))) {
    throw new StartError(`${name}: ${port} is in use by another program; stop it or set ${name} to a free port`);
  }
}

async function startService(booted: Booted): Promise<void> {
  const { config, logger, shutdown } = booted;
  const port = config.PORT || (await findFreePort(config.HOST));
  const problem = await consolePrepared;
  if (problem) logger.warn({ err: describeError(problem) }, 'no current console; npm run build:console says why');
  const children = ['api', 'workers'].map((name) =>
    startChild(name, path.join(import.meta.dirname, name, 'main.ts'), { PORT: String(port) }),
  );
  let stopping = false;
  shutdown.add('api and workers', async () => {
    stopping = true;
    await Promise.all(children.map((child) => child.stop(config.SHUTDOWN_TIMEOUT_MS + CHILD_GRACE_MS)));
  });
  for (const child of children) void stopAllWhenItEnds(child);
  const urls = [localUrl(config.HOST, port), ...listWorkerUrls(config)];
  const answers = await Promise.all(urls.map((url) => isReady(url, () => stopping)));
  if (answers.every(Boolean)) printBanner(booted, port);
  else if (!stopping) throw new StartError(`API and workers did not answer within ${READY_TIMEOUT_MS / 1000} seconds`);

  async function stopAllWhenItEnds(child: RunningChild): Promise<void> {
    const end = await child.ended;
    if (stopping) return;
    logger.fatal({ process: child.name, end }, 'a process ended by itself, everything stops');
    await shutdown.run(1);
  }
}

/** @returns why there is no current build of the console; the service works without one */
async function prepareConsole(): Promise<unknown> {
  try {
    if (await isConsoleOutdated()) await buildConsole();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The workers' internal port, unless any free one was asked for. */
function listWorkerUrls({ METRICS_HOST, METRICS_PORT }: Config): string[] {
  return METRICS_PORT === 0 ? [] : [localUrl(METRICS_HOST, METRICS_PORT + 1)];
}

/** Where this machine reaches a server of ours; an address that means "all" is none to connect to. */
function localUrl(address: string, port: number): string {
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function isReady(url: string, isStopping: () => boolean): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline && !isStopping()) {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).catch(
      () => undefined,
    );
    if (answer?.ok) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function printBanner({ config, database }: Booted, port: number): void {
  const url = localUrl(config.HOST, port);
  const lines = [
    'Fraud Risk Service is ready',
    '',
    `  Open      ${url}`,
    `  API docs  ${url}/docs`,
    ...listWorkerUrls(config).map((workers) => `  Queues    ${workers}/queues`),
    `  Data      ${config.dataDir}${database.embedded ? ' (with its own PostgreSQL)' : ''}`,
    '  Stop      Ctrl-C',
  ];
  console.log(`\n${lines.join('\n')}\n`);
}
