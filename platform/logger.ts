import process from 'node:process';
import { pino, type Logger as PinoLogger } from 'pino';
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
  return pino({
    level: config.LOG_LEVEL,
    base: { component, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) },
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
  });
}
