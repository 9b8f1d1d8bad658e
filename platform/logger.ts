import { writeSync } from 'node:fs';
import process from 'node:process';
import { pino, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import { describeError } from './describe-error.ts';
import type { Config } from './config.ts';

export type Logger = PinoLogger;

/** Keys whose values never reach a log line, at the top level and one level down: secrets, tokens, personal data. */
const REDACTED = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'webhookSigningSecret',
  'authorization',
  'cookie',
  'email',
  'phone',
  'phoneNumber',
  'ipAddress',
  'deviceFingerprint',
  'body',
];

/** JSON lines on standard output, with ids bound by child loggers and personal data redacted (contract section 1). */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, component: string): Logger {
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    base: { component, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
  };
  return pino(options, { write: writeLine });
}

const STDOUT = 1;
/** For how long a line waits for a reader that is behind, in tries of a millisecond. */
const MAX_TRIES = 1_000;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes a line at once. When the reader is gone or the disk is full the line is lost: the service must go on, and stop
 * when it is told to, all the same. (The library's own stream would try for ever.)
 */
function writeLine(line: string): void {
  let rest = Buffer.from(line);
  for (let tries = 0; rest.length > 0 && tries < MAX_TRIES; tries += 1) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}
