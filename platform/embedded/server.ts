import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { findFreePort, isPortFree } from '../ports.ts';
import { StartError } from '../start-error.ts';
import { runAs } from './account.ts';
import { answersFor } from './connection.ts';
import type { Native } from './native.ts';
import type { Placement } from './placement.ts';
import { disarmLeftOverPid, findPostmaster, readPostmaster } from './postmaster.ts';
import { identifyProcess } from './processes.ts';
import { listSettings, type ServerSettings } from './settings.ts';

export interface Launch {
  placement: Placement;
  native: Native;
  password: string;
  preferredPort: number;
  logFile: string;
  settings: ServerSettings | undefined;
}

/** Recovery after a crash replays what was written since the last checkpoint, at most some 2 GB. */
const START_TIMEOUT_MS = 180_000;
/** For a server that runs but does not let us in, for example because all its connections are taken. */
const ADOPT_TIMEOUT_MS = 15_000;
const POLL_MS = 20;
const RETRY_MS = 500;
const MAX_LOG_BYTES = 20 * 1024 * 1024;
/** What PostgreSQL says when another start may do better: a port taken meanwhile, an old backend about to leave. */
const PORT_TAKEN = /could not create any TCP\/IP sockets|Address already in use/;
const STILL_IN_USE = /pre-existing shared memory block/;

/** Starts the server of a cluster that has none and waits until it answers. Returns its port. */
export async function launchServer(launch: Launch): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let port = await choosePort(launch.preferredPort);
  for (;;) {
    disarmLeftOverPid(launch.placement.cluster);
    const failure = await launchOnce(launch, port, deadline);
    if (failure === undefined) return port;
    const retry = PORT_TAKEN.test(failure) || STILL_IN_USE.test(failure);
    if (!retry || Date.now() > deadline) throw new StartError(`The embedded PostgreSQL did not start: ${failure}`);
    if (PORT_TAKEN.test(failure)) port = await findFreePort();
    await sleep(RETRY_MS);
  }
}

/** Undefined when the server is up, otherwise what it wrote before it gave up. */
async function launchOnce(launch: Launch, port: number, deadline: number): Promise<string | undefined> {
  const { cluster } = launch.placement;
  const logStart = rotateLog(launch.logFile);
  const { pid, exited } = spawnServer(launch, port);
  while (Date.now() < deadline) {
    const reason = exited();
    if (reason !== undefined) return `${reason}\n${readFileSync(launch.logFile, 'utf8').slice(logStart)}`.trim();
    const postmaster = readPostmaster(cluster);
    const ready = postmaster?.pid === pid && postmaster?.status === 'ready';
    if (ready && (await answersFor(cluster, port, launch.password))) return undefined;
    await sleep(POLL_MS);
  }
  if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  return `no answer within ${START_TIMEOUT_MS / 1000} seconds, see ${launch.logFile}`;
}

/**
 * Detached, in a session of its own: Ctrl-C in the terminal must reach us only, and a process of ours that dies must not
 * take the server along.
 */
function spawnServer({ placement, native, logFile, settings }: Launch, port: number) {
  const log = openSync(logFile, 'a', 0o600);
  const flags = Object.entries(listSettings(port, settings)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(native.postgres, ['-D', placement.cluster, ...flags], {
    ...runAs(placement.account),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let reason: string | undefined;
  child.on('error', (error) => (reason = error.message));
  child.on('exit', (code, signal) => (reason = `it ended with ${signal ?? `code ${code}`}`));
  child.unref();
  return { pid: child.pid, exited: () => reason };
}

/** Keeps one old log. Returns how long the current one is. */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

async function choosePort(preferred: number): Promise<number> {
  return preferred !== 0 && (await isPortFree(preferred)) ? preferred : findFreePort();
}

/**
 * Finds a server that already runs on the cluster: one started by another process of ours, or left behind by one that
 * was killed. One that comes or goes is waited for; one that does not answer is stopped, unless it is in use.
 *
 * @returns its port, or undefined when there is none (any more)
 */
export async function adoptServer(
  cluster: string,
  password: string,
  inUse: boolean,
  logger: Logger,
): Promise<number | undefined> {
  let deadline = Date.now() + ADOPT_TIMEOUT_MS;
  for (let postmaster = findPostmaster(cluster); postmaster; postmaster = findPostmaster(cluster)) {
    const { pid, port, status } = postmaster;
    if (status === 'ready' && (await answersFor(cluster, port, password))) return port;
    // Recovery may take its time and says so.
    if (status === 'starting') deadline = Date.now() + ADOPT_TIMEOUT_MS;
    if (Date.now() > deadline) {
      if (inUse)
        throw new StartError(`The embedded PostgreSQL (process ${pid}, port ${port}) runs but does not answer`);
      logger.warn({ pid, port, status }, 'an embedded PostgreSQL that was left behind does not answer and is stopped');
      await stopServer(cluster);
    }
    await sleep(POLL_MS);
  }
  return undefined;
}

/** How long each way of asking the server to stop may take: fast shutdown, immediate shutdown, no choice. */
const STOP_STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Stops the server of the cluster, if it runs: connections are closed, everything written is safe. */
export async function stopServer(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster);
  if (!postmaster) return;
  const identity = identifyProcess(postmaster.pid);
  for (const [signal, patienceMs] of STOP_STEPS) {
    process.kill(postmaster.pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (identifyProcess(postmaster.pid) !== identity) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`the embedded PostgreSQL (process ${postmaster.pid}) does not stop`);
}
