import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';

const LOG_AND_EXIT = `
  import { createLogger } from './platform/logger.ts';
  const logger = createLogger({ LOG_LEVEL: 'info' }, 'test');
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let line = 0; line < 100; line += 1) logger.info({ line }, 'x'.repeat(2_000));
  logger.fatal('the end');
  process.exit(7);
`;

/** Runs a process that logs and exits, with its output going to `stdout`. */
function run(stdout: 'pipe' | number) {
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', LOG_AND_EXIT], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', stdout, 'inherit'],
    timeout: 60_000,
  });
}

test('a process whose reader is gone goes on, and ends when it is told to', async (t) => {
  const child = run('pipe');
  child.stdout?.destroy();
  t.deepEqual(await once(child, 'exit'), [7, null]);
});

test('a process whose log disk is full goes on, and ends when it is told to', async (t) => {
  if (!existsSync('/dev/full')) return t.pass('only Linux has such a disk');
  t.deepEqual(await once(run(openSync('/dev/full', 'w')), 'exit'), [7, null]);
});

test('a reader that is slow gets every line', async (t) => {
  const child = run('pipe');
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  t.is(Buffer.concat(chunks).toString().trim().split('\n').length, 101);
});
