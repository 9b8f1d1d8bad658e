import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSettings, processEnvironment } from '../../../platform/config.ts';

/** A process of the service, started again whenever it ends, as a process manager does. */
export interface KeptProcess {
  name: string;
  /** Started and taking work. */
  isReady(): boolean;
  /** SIGKILL: it has no chance to finish anything. */
  kill(): void;
  /** How it ended each time nobody asked it to: it must outlive the servers it works with. */
  endedByItself: readonly string[];
  /** Starts that were given up: a server was away just then. */
  failedStarts(): number;
  /** Asks it to end in order, and waits. */
  stop(): Promise<void>;
}

interface KeptProcessOptions {
  name: string;
  file: string;
  environment: Record<string, string>;
  /** Its working folder: one without a file `.env`. */
  cwd: string;
  /** Where all of its output goes. */
  logFile: string;
}

const RESTART_DELAY_MS = 200;
const STOP_TIMEOUT_MS = 20_000;

export function keepProcess(options: KeptProcessOptions): KeptProcess {
  const endedByItself: string[] = [];
  let failedStarts = 0;
  let stopping = false;
  let current = launch(options);
  const kept = keepRunning();

  async function keepRunning(): Promise<void> {
    for (;;) {
      const end = await current.ended;
      if (stopping) return;
      if (!current.killed() && current.isReady()) endedByItself.push(end);
      else if (!current.killed()) failedStarts += 1;
      await sleep(RESTART_DELAY_MS);
      if (stopping) return;
      current = launch(options);
    }
  }

  return {
    name: options.name,
    isReady: () => current.isReady() && !current.killed(),
    kill: () => current.kill(),
    endedByItself,
    failedStarts: () => failedStarts,
    stop: async () => {
      stopping = true;
      await current.stop();
      await kept;
    },
  };
}

/** Detached, so that Ctrl-C reaches only us and we decide the order; the channel closes when we die, which ends it. */
function launch({ file, environment, cwd, logFile }: KeptProcessOptions) {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    cwd,
    env: { ...environmentWithoutSettings(), ...environment },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  let ready = false;
  let killed = false;
  child.on('message', (message) => (ready ||= message === 'ready'));
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `code ${code}`));
  return {
    ended,
    isReady: () => ready,
    killed: () => killed,
    kill: () => {
      killed = true;
      child.kill('SIGKILL');
    },
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Settings of the service that happen to be set in this shell must not change what is tested. */
function environmentWithoutSettings(): Record<string, string | undefined> {
  const settings = new Set(describeSettings().map(({ name }) => name));
  return Object.fromEntries(Object.entries(processEnvironment()).filter(([name]) => !settings.has(name)));
}
