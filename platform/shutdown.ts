import process from 'node:process';
import { describeError } from './describe-error.ts';
import type { Logger } from './logger.ts';

/** Ends one thing, such as a server or a pool; may be asynchronous. */
export type Closer = () => Promise<void> | void;

export interface Shutdown {
  /** Registers a closer. What was added last is closed first, also when it is added while the shutdown runs. */
  add(name: string, close: Closer): void;
  /** Closes everything in order and exits with `code`; non-zero if a closer fails or the deadline passes. */
  run(code: number): Promise<never>;
}

interface ShutdownOptions {
  logger: Logger;
  /** How long all closers together may take, in milliseconds. */
  timeoutMs: number;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** One Ctrl-C may arrive twice at once: from the terminal, and passed on by npm. That is not a second one. */
const ONE_KEYSTROKE_MS = 500;

/**
 * Ends the process in order: on a signal, on an error nobody caught, or when the process that started us is gone (seen
 * by the closed channel to it). A second signal, or the deadline, exits at once with code 1.
 */
export function createShutdown({ logger, timeoutMs }: ShutdownOptions): Shutdown {
  const closers: { name: string; close: Closer }[] = [];
  let running: Promise<never> | undefined;
  let startedAt = 0;
  let exitCode = 0;
  let current = '';

  function run(code: number): Promise<never> {
    exitCode ||= code;
    startedAt ||= Date.now();
    running ??= closeAll();
    return running;
  }

  async function closeAll(): Promise<never> {
    const timer = setTimeout(() => exitNow({ closing: current }, 'shutdown takes too long'), timeoutMs);
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      current = closer.name;
      try {
        await closer.close();
      } catch (error) {
        logger.error({ closing: current, err: describeError(error) }, 'could not be closed');
        exitCode ||= 1;
      }
    }
    clearTimeout(timer);
    logger.info({ code: exitCode }, 'stopped');
    process.exit(exitCode);
  }

  function exitNow(details: object, message: string): never {
    logger.fatal(details, message);
    process.exit(1);
  }

  function onSignal(signal: string): void {
    if (running && Date.now() - startedAt > ONE_KEYSTROKE_MS) exitNow({ signal, closing: current }, 'second signal');
    if (!running) logger.info({ signal }, 'stopping');
    void run(0);
  }

  function onFatal(error: unknown): void {
    logger.fatal({ err: describeError(error) }, 'an error nobody caught');
    void run(1);
  }

  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('uncaughtException', onFatal);
  process.on('unhandledRejection', onFatal);
  process.on('disconnect', () => onSignal('disconnect'));
  return { add: (name, close) => void closers.push({ name, close }), run };
}
