import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identifyProcess, readCommandLine } from './processes.ts';

/** What the running server says of itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** starting, stopping, ready or standby; empty in the first instants. */
  status: string;
}

/** Higher than any process id of an operating system. */
const NO_PROCESS = 2_147_483_646;

/** Reads `postmaster.pid`, whose lines are the id, data directory, start time, port, …, and the status in the eighth. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return pid > 0 ? { pid, port: Number.parseInt(lines[3] ?? '0', 10), status: (lines[7] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** The server of the cluster, if the process that its file names runs and is that server. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmaster(cluster);
  return postmaster && isPostmasterOf(cluster, postmaster.pid) ? postmaster : undefined;
}

/**
 * Makes a left-over `postmaster.pid` harmless. PostgreSQL refuses to start when its id now belongs to another program, or
 * to a zombie, which containers may keep for ever. The id is replaced instead of the file removed: PostgreSQL then still
 * checks the shared memory the file names, and with it that no process of the old server is left.
 */
export function disarmLeftOverPid(cluster: string): void {
  const postmaster = readPostmaster(cluster);
  if (!postmaster || isPostmasterOf(cluster, postmaster.pid)) return;
  const file = path.join(cluster, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*/, String(NO_PROCESS)));
}

/** The server shows its whole command line, with the folder it was started with. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!identifyProcess(pid)) return false;
  const command = readCommandLine(pid);
  return command.includes('postgres') && `${command} `.includes(` ${cluster} `);
}
