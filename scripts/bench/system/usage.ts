import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Processor time since the start of the processes, in seconds; undefined where there is no /proc. */
export interface CpuSeconds {
  server: number | undefined;
  postgres: number | undefined;
}

/** Linux counts in hundredths of a second for everyone who asks through /proc. */
const TICKS_PER_SECOND = 100;
const KIB = 1024;

/** Positions after the name of the process, which may contain anything (proc_pid_stat(5)). */
const PARENT = 1;
const OWN_TIMES = [11, 12];
const TIMES_OF_ENDED_CHILDREN = [13, 14];

/** The process id of the server, which knows its own. */
export async function readPostmasterPid(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
  return parseInt(rows[0]?.file ?? '', 10);
}

/** Processor time of serving processes and of PostgreSQL with all its backends, also those that have ended. */
export function readCpu(serverPids: readonly number[], postmasterPid: number): CpuSeconds {
  const postmaster = readStat(postmasterPid);
  const children = listProcesses().flatMap((pid) => {
    const stat = readStat(pid);
    return Number(stat?.[PARENT]) === postmasterPid ? [sum(stat, OWN_TIMES)] : [];
  });
  const servers = serverPids.map(readStat);
  return {
    server: servers.every(Boolean) ? servers.reduce((total, stat) => total + sum(stat, OWN_TIMES), 0) : undefined,
    postgres:
      postmaster &&
      children.reduce((total, child) => total + child, sum(postmaster, [...OWN_TIMES, ...TIMES_OF_ENDED_CHILDREN])),
  };
}

/** Memory of a process that is in use, in bytes; undefined where there is no /proc. */
export function readResidentBytes(pid: number): number | undefined {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1];
  return kib === undefined ? undefined : Number(kib) * KIB;
}

/** Files, sockets and pipes that a process has open; undefined where there is no /proc. */
export function countOpenFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readStat(pid: number): string[] | undefined {
  const text = readText(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function sum(stat: string[] | undefined, positions: readonly number[]): number {
  return positions.reduce((total, position) => total + Number(stat?.[position] ?? 0), 0) / TICKS_PER_SECOND;
}

/** A process may end between the moment it is listed and this one. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
