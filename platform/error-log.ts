import { systemClock, type Clock } from './clock.ts';
import { describeError } from './describe-error.ts';
import type { Logger } from './logger.ts';

/** Says that something goes wrong, but not thousands of times a minute. */
export type ErrorLog = (error: unknown) => void;

const INTERVAL_MS = 30_000;

/**
 * A log line for errors that come in floods while a server is away: the first one is written at once, then at most one
 * per 30 seconds, with the number left out in between.
 */
export function createErrorLog(logger: Pick<Logger, 'warn'>, message: string, clock: Clock = systemClock): ErrorLog {
  let writtenAt = -Infinity;
  let suppressed = 0;
  return (error) => {
    const now = clock.now();
    if (now - writtenAt < INTERVAL_MS) {
      suppressed += 1;
      return;
    }
    logger.warn({ err: describeError(error), suppressed }, message);
    writtenAt = now;
    suppressed = 0;
  };
}
