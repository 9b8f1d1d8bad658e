import type { RateLimitStore } from '../../platform/rate-limiter.ts';
import type { Connection, Database } from '../connect.ts';

/**
 * `used` grows by what was asked for, and only while it is below the limit; what was granted is the part of it below
 * the limit. The row lock makes callers of one window take turns, so grants never add up to more than the limit.
 */
const LEASE_WINDOW = `
  insert into rate_limit_windows as w (key, window_start, used, ends_at) values ($1, $2, $3::bigint, $4)
  on conflict (key, window_start) do update set used = w.used + $3::bigint where w.used < $5::bigint
  returning greatest(0, least($3::bigint, $5::bigint - (w.used - $3::bigint)))::int as granted`;

/** Rate-limit windows as rows: one statement per lease. */
export function createPostgresRateLimitStore(db: Pick<Database, 'pool'>): RateLimitStore {
  return {
    lease: async (key, windowStart, windowMs, amount, limit) => {
      const { rows } = await db.pool.query<{ granted: number }>({
        name: 'lease-rate-limit-window',
        text: LEASE_WINDOW,
        values: [key, new Date(windowStart), amount, new Date(windowStart + windowMs), limit],
      });
      return rows[0]?.granted ?? 0;
    },
  };
}

/** Deletes up to `limit` windows that ended before a moment, of any company: housekeeping. */
export async function deleteEndedRateLimitWindows(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from rate_limit_windows where ctid = any (array(
       select ctid from rate_limit_windows where ends_at < ? order by ends_at limit ? for update skip locked))`,
    [before, limit],
  );
  return rowCount;
}
