import { parseArgs } from 'node:util';
import { StartError } from '../../platform/start-error.ts';
import { hasRedisServer } from '../test/redis-server.ts';

export interface FaultOptions {
  /** How long faults are made and requests sent. */
  seconds: number;
  /** Decides what is sent and which faults are made, and when; what the service is doing at that moment, nobody decides. */
  seed: number;
  /** False: queues, nonces and rates are in PostgreSQL. */
  redis: boolean;
  /** Leaves the folder with the logs and the data there. */
  keep: boolean;
}

const DEFAULT_SECONDS = 60;
const MAX_SEED = 2 ** 32;

/**
 * Reads the command line of `npm run test:faults`.
 *
 * @param required whether Redis must be part of it; otherwise it is left out where there is no redis-server
 * @throws StartError naming the option that is unknown or not a number, or redis-server when it is required and missing
 */
export function readOptions(args: readonly string[], required: boolean): FaultOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: String(DEFAULT_SECONDS) },
      seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
      'without-redis': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const { keep, 'without-redis': without } = values;
  const redis = !without && hasRedisServer();
  if (!redis && !without && required) throw new StartError('redis-server is missing');
  return { seconds: readNumber('seconds', values.seconds), seed: readNumber('seed', values.seed), redis, keep };
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0)
    throw new StartError(`--${name}: must be a number from 0 on`);
  return value;
}
