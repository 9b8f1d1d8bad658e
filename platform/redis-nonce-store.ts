import { hashNonce } from './nonce-hash.ts';
import type { NonceStore } from './nonce-store.ts';
import type { RedisClient } from './redis.ts';

/**
 * Nonces as Redis keys that expire by themselves. The company is the hash tag: its nonces live on one cluster node.
 *
 * @param redis a `fail-fast` client: a request does not wait for a Redis that is away
 */
export function createRedisNonceStore(redis: RedisClient): NonceStore {
  return {
    spend: async (companyId, nonce, ttlSeconds) => {
      const key = `fraud-risk:nonce:{${companyId}}:${hashNonce(nonce)}`;
      return (await redis.set(key, '1', 'EX', ttlSeconds, 'NX')) === 'OK';
    },
  };
}
