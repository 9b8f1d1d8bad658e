import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import process from 'node:process';
import { describeSettings, processEnvironment } from '../../../platform/config.ts';
import type { Reply } from '../serve-parent.ts';

export interface Child {
  name: string;
  pid: number;
  /** Resolves with how it ended. */
  ended: Promise<string>;
  /** Sends a message and waits for the reply; one at a time. */
  ask<Result>(request: object): Promise<Result>;
  /** Asks it to end in order, and waits. */
  stop(): Promise<void>;
}

interface ChildOptions {
  /** Its working folder: one without a file `.env`. */
  cwd: string;
  environment?: Record<string, string>;
  nodeOptions?: readonly string[];
  /** Where its standard output goes; nowhere unless told. */
  logFile?: string;
}

const STOP_TIMEOUT_MS = 20_000;

/**
 * Runs a TypeScript file as a process of its own, out of reach of Ctrl-C so that we decide the order, and with a channel
 * that closes when we die, which ends it.
 */
export function startChild(name: string, file: string, options: ChildOptions): Child {
  const { cwd, environment = {}, nodeOptions = [], logFile } = options;
  const child = spawn(process.execPath, [...nodeOptions, '--import', import.meta.resolve('tsx'), file], {
    cwd,
    env: { ...environmentWithoutSettings(), ...environment },
    stdio: ['ignore', logFile === undefined ? 'ignore' : openSync(logFile, 'a'), 'inherit', 'ipc'],
    detached: true,
  });
  if (child.pid === undefined) throw new Error(`${name} could not be started`);
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `code ${code}`));

  async function ask<Result>(request: object): Promise<Result> {
    const replied = once(child, 'message') as Promise<[Reply]>;
    child.send(request);
    const gone = ended.then((end): never => {
      throw new Error(`${name} ended by itself (${end})`);
    });
    const [reply] = await Promise.race([replied, gone]);
    if ('error' in reply) throw new Error(`${name}: ${reply.error}`);
    return reply.result as Result;
  }

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  return { name, pid: child.pid, ended, ask, stop };
}

/** Settings of the service that happen to be set in this shell must not change what is measured. */
function environmentWithoutSettings(): Record<string, string | undefined> {
  const settings = new Set(describeSettings().map(({ name }) => name));
  return Object.fromEntries(Object.entries(processEnvironment()).filter(([name]) => !settings.has(name)));
}
