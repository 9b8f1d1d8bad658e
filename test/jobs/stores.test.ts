import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { createPostgresNonceStore, deleteExpiredNonces } from '../../db/queries/ingest-nonces.ts';
import { createPostgresRateLimitStore, deleteEndedRateLimitWindows } from '../../db/queries/rate-limit-windows.ts';
import { createRedisNonceStore } from '../../platform/redis-nonce-store.ts';
import { createRedisRateLimitStore } from '../../platform/redis-rate-limit-store.ts';
import { closeRedis, openRedis } from '../../platform/redis.ts';
import { createTestDatabase } from '../support/database.ts';
import { testRedisUrls } from '../support/redis.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;
const clock = { now: () => NOW };

async function openTestRedis(t: ExecutionContext) {
  const redis = await openRedis({ urls: testRedisUrls(), logger: pino({ level: 'silent' }), mode: 'fail-fast' });
  t.teardown(() => closeRedis(redis));
  return redis;
}

const times = <Result>(count: number, run: () => Promise<Result>) => Promise.all(Array.from({ length: count }, run));

const NONCES = {
  postgresql: async (t: ExecutionContext) => createPostgresNonceStore((await createTestDatabase(t)).db, clock),
  redis: async (t: ExecutionContext) => createRedisNonceStore(await openTestRedis(t)),
};
const RATES = {
  postgresql: async (t: ExecutionContext) => createPostgresRateLimitStore((await createTestDatabase(t)).db),
  redis: async (t: ExecutionContext) => createRedisRateLimitStore(await openTestRedis(t)),
};
const adapters = testRedisUrls().length > 0 ? (['postgresql', 'redis'] as const) : (['postgresql'] as const);

for (const adapter of adapters) {
  test(`${adapter}: of 50 parallel spends of one nonce exactly one succeeds`, async (t) => {
    const nonces = await NONCES[adapter](t);
    const companyId = randomUUID();
    const spent = await times(50, () => nonces.spend(companyId, 'x'.repeat(5_000), 600));
    t.is(spent.filter(Boolean).length, 1);
  });

  test(`${adapter}: looking at a nonce tells whether it is spent, and spends nothing`, async (t) => {
    const nonces = await NONCES[adapter](t);
    const companyId = randomUUID();
    t.deepEqual(await times(2, () => nonces.isSpent(companyId, 'n')), [false, false]);
    t.true(await nonces.spend(companyId, 'n', 600));
    t.true(await nonces.isSpent(companyId, 'n'));
    t.false(await nonces.isSpent(randomUUID(), 'n'));
  });

  test(`${adapter}: a nonce belongs to its company`, async (t) => {
    const nonces = await NONCES[adapter](t);
    t.true(await nonces.spend(randomUUID(), 'same', 600));
    t.true(await nonces.spend(randomUUID(), 'same', 600));
  });

  test(`${adapter}: 200 parallel requests under a limit of 100 pass exactly 100 times`, async (t) => {
    const store = await RATES[adapter](t);
    const key = `ingest:${randomUUID()}`;
    const granted = await times(200, () => store.lease(key, NOW, MINUTE_MS, 1, 100));
    t.is(granted.filter((part) => part === 1).length, 100);
    t.is(granted.filter((part) => part === 0).length, 100);
  });

  test(`${adapter}: leases never add up to more than the limit, nor does a smaller limit grant anything`, async (t) => {
    const store = await RATES[adapter](t);
    const lease = (amount: number, limit: number) => store.lease(`key:${t.title}`, NOW, MINUTE_MS, amount, limit);
    const granted = await times(40, () => lease(7, 100));
    t.is(
      granted.reduce((sum, part) => sum + part, 0),
      100,
    );
    t.is(await lease(7, 100), 0);
    t.is(await lease(7, 50), 0);
    t.is(await store.lease(`key:${t.title}`, NOW + MINUTE_MS, MINUTE_MS, 7, 100), 7);
    t.is(await store.lease(`zero:${t.title}`, NOW, MINUTE_MS, 7, 0), 0);
  });
}

test('postgresql: a nonce can be spent again once its time has passed on the clock, swept or not', async (t) => {
  const { db } = await createTestDatabase(t);
  let now = NOW;
  const nonces = createPostgresNonceStore(db, { now: () => now });
  const companyId = randomUUID();
  t.true(await nonces.spend(companyId, 'n', 600));
  now += 599_999;
  t.false(await nonces.spend(companyId, 'n', 600));
  t.true(await nonces.isSpent(companyId, 'n'));
  now += 1;
  t.false(await nonces.isSpent(companyId, 'n'));
  t.deepEqual((await times(50, () => nonces.spend(companyId, 'n', 600))).filter(Boolean), [true]);
});

test('postgresql: expired nonces and ended windows are deleted in batches, others stay', async (t) => {
  const { db } = await createTestDatabase(t);
  const nonces = createPostgresNonceStore(db, clock);
  const windows = createPostgresRateLimitStore(db);
  for (const ttl of [60, 61, 62, 600]) await nonces.spend(randomUUID(), 'n', ttl);
  for (const start of [0, 1, 2]) await windows.lease('key', NOW + start * MINUTE_MS, MINUTE_MS, 1, 10);
  const before = new Date(NOW + 2 * MINUTE_MS);
  t.is(await deleteExpiredNonces(db.knex, before, 2), 2);
  t.is(await deleteExpiredNonces(db.knex, before, 2), 1);
  t.is(await deleteExpiredNonces(db.knex, before, 2), 0);
  t.is(await deleteEndedRateLimitWindows(db.knex, before, 10), 1);
});

if (testRedisUrls().length > 0) {
  test('redis: nonces and windows expire by themselves', async (t) => {
    const redis = await openTestRedis(t);
    const companyId = randomUUID();
    await createRedisNonceStore(redis).spend(companyId, 'n', 600);
    await createRedisRateLimitStore(redis).lease(companyId, NOW, MINUTE_MS, 1, 10);
    for (const key of await redis.keys(`fraud-risk:*${companyId}*`)) t.true((await redis.pttl(key)) > 0, key);
    t.is((await redis.keys(`fraud-risk:*${companyId}*`)).length, 2);
  });
}
