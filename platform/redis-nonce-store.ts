import { hashNonce } from './nonce-hash.ts';
import type { NonceStore } from './nonce-store.ts';
import type { RedisClient } from './redis.ts';

/**
 * Nonces as Redis keys that expire by themselves. The company is the hash tag: its nonces live on one cluster node.
 *
 * @param redis a `fail-fast` client: a request does not wait for a Redis that is away
 */
export function createRedisNonceStore(redis: RedisClient): NonceStore {
  const keyOf = (companyId: string, nonce: string) => `fraud-risk:nonce:{${companyId}}:${hashNonce(nonce)}`;
  return {
    spend: async (companyId, nonce, ttlSeconds) =>
      (await redis.set(keyOf(companyId, nonce), '1', 'EX', ttlSeconds, 'NX')) === 'OK',
    isSpent: async (companyId, nonce) => (await redis.exists(keyOf(companyId, nonce))) === 1,
  };
}
