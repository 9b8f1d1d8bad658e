import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. Cloning a database, which every test does, takes a tenth of the time there. */
const MEMORY_DIR = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** A temporary folder that other users may enter: started by root, PostgreSQL runs as one of them. */
export function makeScratchDir(name: string): string {
  const dir = mkdtempSync(path.join(hasRoomInMemory() ? MEMORY_DIR : os.tmpdir(), `fraud-risk-test-${name}-`));
  chmodSync(dir, 0o755);
  return dir;
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY_DIR, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DIR);
    return bavail * bsize > MIN_FREE_BYTES && !forbidsPrograms();
  } catch {
    return false;
  }
}

/** The server's programs may have to be copied next to the data. */
function forbidsPrograms(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY_DIR);
  return mount?.includes('noexec') ?? false;
}

export function removeScratchDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
