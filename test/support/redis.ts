import process from 'node:process';
import { processEnvironment } from '../../platform/config.ts';

/** Databases of a Redis that is not ours, unless it was told otherwise. */
const USUAL_DATABASES = 16;

/**
 * URLs of the Redis of this test run, as in the configuration; none when it is on PostgreSQL alone. Each test file, a
 * process of its own, has a database of its own: nonces, rates and queues of different files do not meet.
 */
export function testRedisUrls(): readonly string[] {
  const environment = processEnvironment();
  const url = environment['TEST_REDIS_URL'];
  if (!url) return [];
  const databases = Number(environment['TEST_REDIS_DATABASES'] ?? USUAL_DATABASES);
  return [Object.assign(new URL(url), { pathname: `/${process.pid % databases}` }).href];
}
