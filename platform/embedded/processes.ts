import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Names one process for good: its id, and when it started, because ids are used again after a while (and soon, in
 * containers). Undefined when there is no such process or it is a zombie.
 */
export function identifyProcess(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const startedAt = process.platform === 'linux' ? readLinuxStart(pid) : readPosixStart(pid);
  return startedAt && `${pid} ${startedAt}`;
}

/** Whether the very process of an identity still runs. */
export function isIdentityAlive(identity: string): boolean {
  return identity !== '' && identifyProcess(Number.parseInt(identity, 10)) === identity;
}

/** The command line of a process; empty when there is none or it may not be read. */
export function readCommandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return runPs(pid, 'command=');
  } catch {
    return '';
  }
}

function readLinuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, may hold spaces and brackets: count from behind it. State is field 3, start time 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function readPosixStart(pid: number): string | undefined {
  try {
    const [state = '', ...startedAt] = runPs(pid, 'stat=,lstart=').split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : startedAt.join(' ');
  } catch {
    return undefined;
  }
}

function runPs(pid: number, columns: string): string {
  return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim();
}
