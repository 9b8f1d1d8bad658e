import type { Clock } from '../../platform/clock.ts';
import { hashNonce } from '../../platform/nonce-hash.ts';
import type { NonceStore } from '../../platform/nonce-store.ts';
import type { Connection, Database } from '../connect.ts';

/** A row that has expired but was not swept yet counts as unused. */
const SPEND_NONCE = `
  insert into ingest_nonces (company_id, nonce_hash, expires_at) values ($1, $2, $3)
  on conflict (company_id, nonce_hash) do update set expires_at = excluded.expires_at
    where ingest_nonces.expires_at <= $4`;

const FIND_NONCE = 'select 1 from ingest_nonces where company_id = $1 and nonce_hash = $2 and expires_at > $3';

/** Nonces as rows: one round trip each, exact over all processes. */
export function createPostgresNonceStore(db: Pick<Database, 'pool'>, clock: Clock): NonceStore {
  return {
    spend: async (companyId, nonce, ttlSeconds) => {
      const now = clock.now();
      const { rowCount } = await db.pool.query({
        name: 'spend-nonce',
        text: SPEND_NONCE,
        values: [companyId, hashNonce(nonce), new Date(now + ttlSeconds * 1000), new Date(now)],
      });
      return rowCount === 1;
    },
    isSpent: async (companyId, nonce) => {
      const { rowCount } = await db.pool.query({
        name: 'find-nonce',
        text: FIND_NONCE,
        values: [companyId, hashNonce(nonce), new Date(clock.now())],
      });
      return rowCount === 1;
    },
  };
}

/** Deletes up to `limit` nonces that expired before a moment, of any company: housekeeping. */
export async function deleteExpiredNonces(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from ingest_nonces where ctid = any (array(
       select ctid from ingest_nonces where expires_at < ? order by expires_at limit ? for update skip locked))`,
    [before, limit],
  );
  return rowCount;
}
