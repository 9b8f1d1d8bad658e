import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';

const CHILD = path.join(import.meta.dirname, 'support/shutdown-child.ts');

interface Running {
  child: ChildProcess;
  /** Resolves when the child has written the line. */
  wrote: (line: string) => Promise<void>;
  ended: Promise<{ code: number | null; lines: string[] }>;
}

function start(behaviour: string): Running {
  const child = fork(CHILD, [behaviour], { execArgv: ['--import=tsx'], stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  // Not the event 'close': it never comes after we have closed the channel.
  const ended = Promise.all([once(child, 'exit'), once(child.stdout!, 'end')]).then(([[code]]) => ({
    code: code as number | null,
    lines: output.split('\n').slice(0, -1),
  }));
  const wrote = async (line: string) => {
    while (!output.includes(`${line}\n`)) await sleep(5);
  };
  return { child, wrote, ended };
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} closes what was added last first, then exits with 0`, async (t) => {
    const { child, wrote, ended } = start('well');
    await wrote('ready');
    child.kill(signal);
    t.deepEqual(await ended, { code: 0, lines: ['ready', 'second', 'first'] });
  });
}

test('the same happens when the process that started us is gone', async (t) => {
  const { child, wrote, ended } = start('well');
  await wrote('ready');
  child.disconnect();
  t.deepEqual(await ended, { code: 0, lines: ['ready', 'second', 'first'] });
});

test('a closer that does not end is left behind at the deadline, with code 1', async (t) => {
  const { child, wrote, ended } = start('hang');
  await wrote('ready');
  child.kill('SIGTERM');
  t.deepEqual(await ended, { code: 1, lines: ['ready', 'second', 'first'] });
});

test('a second signal exits at once with 1, the echo of the first one does not count', async (t) => {
  const { child, wrote, ended } = start('slow');
  await wrote('ready');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  await wrote('first');
  await sleep(600);
  t.is(child.exitCode, null);
  child.kill('SIGINT');
  t.is((await ended).code, 1);
});

test('a closer that fails does not keep the others from closing, and the code is 1', async (t) => {
  const { child, wrote, ended } = start('fail');
  await wrote('ready');
  child.kill('SIGTERM');
  t.deepEqual(await ended, { code: 1, lines: ['ready', 'second', 'first'] });
});

test('an error nobody caught closes everything and exits with 1', async (t) => {
  t.deepEqual(await start('crash').ended, { code: 1, lines: ['ready', 'second', 'first'] });
});

test('run ends with the code it is given', async (t) => {
  t.deepEqual(await start('fatal').ended, { code: 3, lines: ['ready', 'second', 'first'] });
});
