import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createPostgresRateLimitStore } from '../../db/queries/rate-limit-windows.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limiter.ts';
import { createTestClock } from '../support/clock.ts';
import { createTestDatabase } from '../support/database.ts';

const MINUTE_MS = 60_000;

async function countAllowed(
  limiters: [RateLimiter, RateLimiter],
  requests: number,
  limit: number,
  key: string,
): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: requests }, (_, index) => limiters[index % 2 ? 1 : 0].take(key, limit, MINUTE_MS)),
  );
  return verdicts.filter((verdict) => verdict.allowed).length;
}

for (const limit of [1, 7, 100, 1_000]) {
  test(`of twice as many requests at once, over two processes, about ${limit} pass and never more`, async (t) => {
    const database = await createTestDatabase(t);
    const clock = createTestClock();
    const process = () => createRateLimiter(createPostgresRateLimitStore(database.db), clock);
    const allowed = await countAllowed([process(), process()], limit * 2, limit, randomUUID());
    t.is(allowed, limit);
  });
}

test('the next window starts afresh, and says when it does', async (t) => {
  const database = await createTestDatabase(t);
  const clock = createTestClock(Date.UTC(2026, 0, 1, 0, 0, 45, 500));
  const limiter = createRateLimiter(createPostgresRateLimitStore(database.db), clock);
  const key = randomUUID();
  t.true((await limiter.take(key, 1, MINUTE_MS)).allowed);
  t.deepEqual(await limiter.take(key, 1, MINUTE_MS), { allowed: false, retryAfterSeconds: 15 });
  clock.advance(14_500);
  t.true((await limiter.take(key, 1, MINUTE_MS)).allowed);
});
