import type { RateLimitStore } from './rate-limiter.ts';
import type { RedisClient } from './redis.ts';

/** Grants what is left, at most what is asked for. Redis runs a script alone, so no two callers get the same part. */
const LEASE = `
  local used = tonumber(redis.call('get', KEYS[1]) or '0')
  local granted = math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - used)
  if granted <= 0 then return 0 end
  redis.call('incrby', KEYS[1], granted)
  if used == 0 then redis.call('pexpire', KEYS[1], ARGV[3]) end
  return granted
`;

/** A window's key outlives it by one window, so that a process whose clock is behind still finds it used. */
const KEPT_WINDOWS = 2;

/**
 * Rate-limit windows as Redis counters that expire by themselves.
 *
 * @param redis a `fail-fast` client: a request does not wait for a Redis that is away
 */
export function createRedisRateLimitStore(redis: RedisClient): RateLimitStore {
  return {
    lease: async (key, windowStart, windowMs, amount, limit) => {
      const counter = `fraud-risk:rate:${key}:${windowMs}:${windowStart}`;
      return (await redis.eval(LEASE, 1, counter, amount, limit, windowMs * KEPT_WINDOWS)) as number;
    },
  };
}
