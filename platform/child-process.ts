import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { processEnvironment } from './config.ts';

export interface RunningChild {
  name: string;
  /** Resolves when the child has ended, with how it did. */
  ended: Promise<string>;
  /** Asks the child to end in order, kills it when it does not within `timeoutMs`, and waits for it. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Runs a TypeScript file as a child process that writes to our output. It is in a process group of its own, so that
 * Ctrl-C reaches only us and we decide the order; the channel to it closes when we die, which tells it to stop.
 */
export function startChild(name: string, file: string, environment: Record<string, string>): RunningChild {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    env: { ...processEnvironment(), ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = waitForEnd(child);
  return { name, ended, stop: (timeoutMs) => stopChild(child, ended, timeoutMs) };
}

async function waitForEnd(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? `code ${code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function stopChild(child: ChildProcess, ended: Promise<string>, timeoutMs: number): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(timer);
}
