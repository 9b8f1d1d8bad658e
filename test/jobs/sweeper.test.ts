import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createPostgresNonceStore } from '../../db/queries/ingest-nonces.ts';
import type { WorkerDependencies } from '../../workers/dependencies.ts';
import { createSweeper } from '../../workers/sweeper.ts';
import { createTestDatabase } from '../support/database.ts';
import { handlerContext } from './support.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
/** Nothing is left behind in these tests, so nothing is signalled. */
const NO_PRODUCER = undefined as unknown as WorkerDependencies['producer'];

test('the sweeper deletes what has expired, and only that', async (t) => {
  const { db } = await createTestDatabase(t);
  const nonces = createPostgresNonceStore(db, { now: () => NOW });
  await nonces.spend(randomUUID(), 'old', 10);
  await nonces.spend(randomUUID(), 'new', 600);
  await db.pool.query(
    "insert into login_failures (company_id, email_key, failed_at) select $1, $1, to_timestamp($2 / 1000.0) - d * interval '1 hour' from unnest(array[1, 23, 26]) d",
    [randomUUID(), NOW],
  );
  const sweeper = createSweeper({ db, producer: NO_PRODUCER, clock: { now: () => NOW + 120_000 } });
  await sweeper.handle({}, handlerContext());
  const count = async (table: string) =>
    Number((await db.pool.query<{ n: string }>(`select count(*) n from ${table}`)).rows[0]?.n);
  t.is(await count('ingest_nonces'), 1);
  t.is(await count('login_failures'), 2);
});

test('the sweeper stops between batches when the process must stop', async (t) => {
  const { db } = await createTestDatabase(t);
  const sweeper = createSweeper({ db, producer: NO_PRODUCER, clock: { now: () => NOW } });
  await t.throwsAsync(sweeper.handle({}, handlerContext(AbortSignal.abort(new Error('shutdown')))), {
    message: 'shutdown',
  });
});
