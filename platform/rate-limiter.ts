import type { Clock } from './clock.ts';

/** Shared counters of the rate limiter. Adapters: PostgreSQL (db/) and Redis (platform/). */
export interface RateLimitStore {
  /**
   * Takes up to `amount` of what is left of `limit` in one window of one key, atomically over all processes.
   *
   * @param windowStart start of the window in milliseconds since the Unix epoch
   * @returns how much was granted, 0 when the window is used up
   */
  lease(key: string, windowStart: number, windowMs: number, amount: number, limit: number): Promise<number>;
}

export interface RateLimitVerdict {
  allowed: boolean;
  /** Whole seconds until the window ends, at least 1. */
  retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Counts one request of `key` against `limit` per window of `windowMs`. */
  take(key: string, limit: number, windowMs: number): Promise<RateLimitVerdict>;
}

/** What this process holds of one window of one key under one limit. */
interface Lease {
  windowStart: number;
  left: number;
  /** The shared counter of this window is used up: nothing more can be leased. */
  exhausted: boolean;
  /** The request for the next block, shared by all who wait for it. */
  pending: Promise<void> | undefined;
}

/** A process leases a fiftieth of the limit at a time, so that the shared counter is not touched by every request. */
const LEASES_PER_WINDOW = 50;
const MAX_TRACKED_KEYS = 10_000;

/**
 * Fixed windows over shared counters, leased in blocks: the limit is never exceeded over all processes, and a process
 * that leaves takes at most one block of a window with it. A key whose limit is changed is judged by the new one from
 * the next request on, in every process: all count in the same window.
 */
export function createRateLimiter(store: RateLimitStore, clock: Clock): RateLimiter {
  const leases = new Map<string, Lease>();

  function leaseOf(key: string, windowStart: number): Lease {
    const current = leases.get(key);
    if (current?.windowStart === windowStart) return current;
    const [oldest] = leases.keys();
    if (leases.size >= MAX_TRACKED_KEYS && oldest !== undefined) leases.delete(oldest);
    const lease: Lease = { windowStart, left: 0, exhausted: false, pending: undefined };
    leases.set(key, lease);
    return lease;
  }

  // A limit may change at any moment: what was leased under another one, or found used up, says nothing about this one.
  const leaseKeyOf = (key: string, limit: number) => `${key} ${limit}`;

  async function takeFrom(lease: Lease, lendMore: () => Promise<number>): Promise<boolean> {
    while (lease.left === 0 && !lease.exhausted) {
      lease.pending ??= extend(lease, lendMore);
      await lease.pending;
    }
    if (lease.left === 0) return false;
    lease.left -= 1;
    return true;
  }

  return {
    take: async (key, limit, windowMs) => {
      const now = clock.now();
      const windowStart = now - (now % windowMs);
      const block = Math.max(1, Math.floor(limit / LEASES_PER_WINDOW));
      const allowed = await takeFrom(leaseOf(leaseKeyOf(key, limit), windowStart), () =>
        store.lease(key, windowStart, windowMs, block, limit),
      );
      return { allowed, retryAfterSeconds: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) };
    },
  };
}

async function extend(lease: Lease, lendMore: () => Promise<number>): Promise<void> {
  try {
    const granted = await lendMore();
    lease.left += granted;
    lease.exhausted = granted === 0;
  } finally {
    lease.pending = undefined;
  }
}
