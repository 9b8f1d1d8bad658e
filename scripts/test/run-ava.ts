import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { describeSettings, processEnvironment } from '../../platform/config.ts';
import { readTotals, type Totals } from './summary.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const AVA = path.join(ROOT, 'node_modules/ava/entrypoints/cli.mjs');

const TEST_VARIABLES = ['TEST_BUILD_DIR', 'TEST_DATABASE_URL', 'TEST_REDIS_URL', 'TEST_REDIS_DATABASES'];

/**
 * Runs the test suite once, showing its output as it comes.
 *
 * @param settings what tests find in TEST_BUILD_DIR, TEST_DATABASE_URL and TEST_REDIS_URL
 * @param interrupted ends the run, or keeps it from starting; it then counts as failed
 */
export async function runAva(
  options: readonly string[],
  settings: Record<string, string>,
  interrupted: AbortSignal,
): Promise<Totals> {
  if (interrupted.aborted) return { passed: 0, failed: 1 };
  const child = spawn(process.execPath, [AVA, ...options], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), ...settings },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const end = () => child.kill('SIGTERM');
  interrupted.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null];
  interrupted.removeEventListener('abort', end);
  return readTotals(output, code);
}

/** Settings of the service that happen to be set in this shell must not change what the tests see. */
function cleanEnvironment(): Record<string, string | undefined> {
  const settings = new Set([...describeSettings().map(({ name }) => name), ...TEST_VARIABLES]);
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const kept = Object.entries(processEnvironment()).filter(([name]) => !settings.has(name));
  return { ...colour, ...Object.fromEntries(kept), NODE_ENV: 'test' };
}
