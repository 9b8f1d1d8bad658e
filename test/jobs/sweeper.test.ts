import { randomUUID } from 'node:crypto';
import test from 'ava';
import { replaceAccountToken } from '../../db/queries/account-tokens.ts';
import { createPostgresNonceStore } from '../../db/queries/ingest-nonces.ts';
import {
  insertPasswordResetRequest,
  listWaitingPasswordResets,
  takePasswordResetRequest,
} from '../../db/queries/password-reset-requests.ts';
import type { WorkerDependencies } from '../../workers/dependencies.ts';
import { createSweeper } from '../../workers/sweeper.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertCompany } from '../support/history.ts';
import { handlerContext } from './support.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
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

test('links and requests of resets go a day after they lost their worth', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const at = (hours: number) => new Date(NOW - hours * HOUR_MS);
  for (const hours of [23, 25]) {
    const user = { company_id: companyId, id: randomUUID(), email: `${hours}@example.com` };
    await db.knex('users').insert({ ...user, password_hash: '-', role: 'analyst', created_at: at(hours) });
    const token = { hash: Buffer.from([hours]), email: user.email, createdAt: at(hours), expiresAt: at(hours) };
    await replaceAccountToken(db.knex, companyId, { ...token, userId: user.id, purpose: 'verify-email' });
    const request = { id: randomUUID(), emailKey: randomUUID(), sealed: 'x', requestedAt: at(hours) };
    await insertPasswordResetRequest(db.knex, companyId, request, { since: at(24), limit: 3 });
  }
  const answered = { companyId, requestId: '' };
  for (const { requestId } of await listWaitingPasswordResets(db.knex, at(0), 10)) {
    t.is(await takePasswordResetRequest(db.knex, companyId, requestId), 'x');
    answered.requestId = requestId;
  }
  t.is(await takePasswordResetRequest(db.knex, companyId, answered.requestId), undefined);
  const sweeper = createSweeper({ db, producer: NO_PRODUCER, clock: { now: () => NOW } });
  await sweeper.handle({}, handlerContext());
  t.deepEqual(await db.knex('account_tokens').pluck('email'), ['23@example.com']);
  t.deepEqual(await db.knex('password_reset_requests').pluck('requested_at'), [at(23)]);
});

test('a request of a reset whose signal was lost is signalled again', async (t) => {
  const { db } = await createTestDatabase(t);
  const request = { id: randomUUID(), emailKey: randomUUID(), sealed: 'x', requestedAt: new Date(NOW) };
  const companyId = randomUUID();
  await insertPasswordResetRequest(db.knex, companyId, request, { since: new Date(0), limit: 3 });
  const signalled: unknown[] = [];
  const enqueue = (name: string, payload: object) => Promise.resolve(void signalled.push([name, payload]));
  const sweepAt = (now: number) =>
    createSweeper({ db, producer: { enqueue } as never, clock: { now: () => now } }).handle({}, handlerContext());
  await sweepAt(NOW + 29_000);
  t.deepEqual(signalled, []);
  await sweepAt(NOW + 31_000);
  t.deepEqual(signalled, [['password-reset', { companyId, requestId: request.id }]]);
});

test('the sweeper stops between batches when the process must stop', async (t) => {
  const { db } = await createTestDatabase(t);
  const sweeper = createSweeper({ db, producer: NO_PRODUCER, clock: { now: () => NOW } });
  await t.throwsAsync(sweeper.handle({}, handlerContext(AbortSignal.abort(new Error('shutdown')))), {
    message: 'shutdown',
  });
});
