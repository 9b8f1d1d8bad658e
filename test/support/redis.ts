import { randomBytes } from 'node:crypto';
import { processEnvironment } from '../../platform/config.ts';

/** URLs of the Redis of this test run, as in the configuration; none when it is on PostgreSQL alone. */
export function testRedisUrls(): readonly string[] {
  const url = processEnvironment()['TEST_REDIS_URL'];
  return url ? [url] : [];
}

/** A prefix of keys that no other test uses: tests share one Redis and must never flush it. */
export function uniqueRedisPrefix(): string {
  return `test-${randomBytes(8).toString('hex')}`;
}
