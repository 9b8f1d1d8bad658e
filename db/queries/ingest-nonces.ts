import { createBatcher } from '../../platform/batcher.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashNonce } from '../../platform/nonce-hash.ts';
import type { NonceStore } from '../../platform/nonce-store.ts';
import type { Connection, Database } from '../connect.ts';

/** A row that has expired but was not swept yet counts as unused. */
const SPEND_NONCES = `
  insert into ingest_nonces (company_id, nonce_hash, expires_at)
  select $1, nonce.hash, nonce.expires_at from unnest($2::uuid[], $3::timestamptz[]) as nonce (hash, expires_at)
  order by nonce.hash
  on conflict (company_id, nonce_hash) do update set expires_at = excluded.expires_at
    where ingest_nonces.expires_at <= $4
  returning nonce_hash`;

const FIND_NONCE = 'select 1 from ingest_nonces where company_id = $1 and nonce_hash = $2 and expires_at > $3';

interface Spending {
  hash: string;
  ttlSeconds: number;
}

/** Nonces as rows, exact over all processes. Those of one company that come at the same time are spent together. */
export function createPostgresNonceStore(db: Pick<Database, 'pool'>, clock: Clock): NonceStore {
  const spend = async (companyId: string, spendings: readonly Spending[]): Promise<boolean[]> => {
    const now = clock.now();
    // Of the same nonce twice, the first one counts.
    const first = new Map(spendings.toReversed().map((spending) => [spending.hash, spending]));
    const { rows } = await db.pool.query<{ nonce_hash: string }>({
      name: 'spend-nonces',
      text: SPEND_NONCES,
      values: [
        companyId,
        [...first.keys()],
        [...first.values()].map(({ ttlSeconds }) => new Date(now + ttlSeconds * 1000)),
        new Date(now),
      ],
    });
    const spent = new Set(rows.map(({ nonce_hash: hash }) => hash));
    return spendings.map((spending) => first.get(spending.hash) === spending && spent.has(spending.hash));
  };
  const batcher = createBatcher({ perform: spend, size: 64, concurrency: 2 });
  return {
    spend: (companyId, nonce, ttlSeconds) => batcher.run(companyId, { hash: hashNonce(nonce), ttlSeconds }),
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
