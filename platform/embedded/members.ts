import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { identifyProcess, isIdentityAlive } from './processes.ts';

/*
 * Who uses the embedded server: one file per use, holding the identity of the process. All functions are called under
 * the lock file only.
 */

/** Notes one more use by this process; returns the name of its file. */
export function joinMembers(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${process.pid}-${randomUUID()}`;
  writeFileSync(path.join(folder, name), identifyProcess(process.pid) ?? '', { mode: 0o600 });
  return name;
}

/** Ends a use; returns how many are left. */
export function leaveMembers(folder: string, name: string): number {
  rmSync(path.join(folder, name), { force: true });
  return countMembers(folder);
}

/** How many uses there are; files of killed processes are cleared away. */
export function countMembers(folder: string): number {
  const files = existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  for (const file of files) if (!isIdentityAlive(readFileSync(file, 'utf8'))) rmSync(file);
  return files.filter((file) => existsSync(file)).length;
}
