import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { processEnvironment } from '../../platform/config.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const CONFIG = path.join('console', 'vite.config.ts');
const BUILT_PAGE = path.join('console', 'dist', 'index.html');
/** Whatever the console is made of. */
const SOURCES = [
  'console/src',
  'console/public',
  'clients/typescript/src',
  'console/index.html',
  CONFIG,
  'package-lock.json',
];

/** Whether there is no build of the console, or one older than what it is made of. */
export async function isConsoleOutdated(): Promise<boolean> {
  const built = await modifiedAt(BUILT_PAGE);
  const files = await Promise.all(SOURCES.map(listFiles));
  const times = await Promise.all(files.flat().map(modifiedAt));
  return built === 0 || times.some((time) => time > built);
}

/**
 * Builds the console into console/dist, in a process of its own: what a build needs, the service does not.
 *
 * @throws Error when the tools are not installed, or with what they say of the sources
 */
export async function buildConsole(): Promise<void> {
  const vite = path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  // A development build is larger and slower, whatever the service itself runs as.
  const env = { ...processEnvironment(), NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', CONFIG, '--logLevel', 'warn'], {
    cwd: ROOT,
    env,
  });
}

async function listFiles(source: string): Promise<string[]> {
  const names = await readdir(path.join(ROOT, source), { recursive: true }).catch(() => undefined);
  return names ? names.map((name) => path.join(source, name)) : [source];
}

/** Milliseconds since the Unix epoch; 0: there is no such file. */
async function modifiedAt(file: string): Promise<number> {
  const found = await stat(path.join(ROOT, file)).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
