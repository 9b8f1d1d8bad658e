import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { pino } from 'pino';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../platform/embedded/start-embedded-postgres.ts';
import { identifyProcess } from '../../../platform/embedded/processes.ts';
import { removeCluster } from '../../../platform/embedded/placement.ts';
import { stopServer } from '../../../platform/embedded/server.ts';
import { makeScratchDir, removeScratchDir } from '../../../scripts/test/scratch-dir.ts';

const CHILD = path.join(import.meta.dirname, 'embedded-child.ts');
const WAIT_MS = 20_000;

/** A data folder of one test; its server is stopped and its files are removed, wherever they are. */
export function makeDataDir(t: ExecutionContext, inside = ''): string {
  const scratch = makeScratchDir('embedded');
  const dataDir = path.join(scratch, inside);
  t.teardown(async () => {
    await stopServer(clusterOf(dataDir));
    removeCluster(dataDir);
    removeScratchDir(scratch);
  });
  return dataDir;
}

/** The cluster of a data folder, as a process list shows it: the target when it is a link. */
export function clusterOf(dataDir: string): string {
  const entry = path.join(dataDir, 'postgres');
  return existsSync(entry) ? realpathSync(entry) : entry;
}

export function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const logger = pino({ level: 'silent' });
  return startEmbeddedPostgres({ dataDir, preferredPort: 0, logger, settings: { fsync: 'off' }, ...options });
}

/** Another process that uses the server. */
export async function startInChild(
  t: ExecutionContext,
  dataDir: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(CHILD, [dataDir], { execArgv: ['--import=tsx'] });
  t.teardown(() => void child.kill('SIGKILL'));
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

export async function leaveFromChild(child: ChildProcess): Promise<void> {
  child.send('leave');
  await once(child, 'exit');
}

/** kill -9: nothing of the process can clean up. */
export async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

export function readPostmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

/** An orphan that has ended may stay as a zombie where nobody collects it, as in many containers. */
export function isRunning(pid: number): boolean {
  return identifyProcess(pid) !== undefined;
}

export async function waitUntilGone(pid: number): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} is still there`);
    await sleep(20);
  }
}
