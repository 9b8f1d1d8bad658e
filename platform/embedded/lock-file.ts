import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { identifyProcess, isIdentityAlive } from './processes.ts';

const POLL_MS = 25;
/** A lock file is empty for an instant between being made and being written. */
const WRITING_MS = 5_000;

/**
 * Runs an action while no other process does so under the same lock file. The lock of a killed process does not count.
 *
 * @param timeoutMs how long to wait for the others
 * @throws StartError naming the process that holds the lock for too long
 */
export async function withLockFile<T>(file: string, timeoutMs: number, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (!tryLock(file)) {
    if (Date.now() > deadline) {
      throw new StartError(`${file} is held by process ${readHolder(file)}; stop it, or remove the file if it hangs`);
    }
    await sleep(POLL_MS);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, identifyProcess(process.pid) ?? '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isStale(file)) removeStale(file);
    return false;
  }
}

/**
 * Two processes may find the same stale lock: the slower one must not remove the lock the faster one has taken since.
 * So removal happens behind a folder that only one can make, and looks again first.
 */
function removeStale(file: string): void {
  const guard = `${file}.removing`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageMs(guard) > WRITING_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (isStale(file)) rmSync(file, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

function isStale(file: string): boolean {
  const holder = readHolder(file);
  return holder === '' ? ageMs(file) > WRITING_MS : !isIdentityAlive(holder);
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
