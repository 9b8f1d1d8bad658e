import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Database } from '../../db/connect.ts';
import { countUsage, listCompaniesToRollUp, rollUpUsage } from '../../db/queries/usage.ts';
import { createUsageRollup, SAFETY_LAG_MS } from '../../workers/usage-rollup.ts';
import { createTestDatabase } from '../support/database.ts';
import { handlerContext } from './support.ts';

const NOVEMBER_END = Date.UTC(2026, 11, 1);
const NOW = NOVEMBER_END + 60_000;

async function insertCompany(db: Database): Promise<string> {
  const id = randomUUID();
  await db.pool.query('insert into companies (id, name, created_at) values ($1, $2, now())', [id, 'Shop']);
  return id;
}

/** Events received at the moments, in milliseconds since the Unix epoch. */
async function insertEvents(db: Database, companyId: string, moments: readonly number[]): Promise<void> {
  await db.pool.query(
    `insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
     select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), unnest($2::timestamptz[])`,
    [companyId, moments.map((moment) => new Date(moment))],
  );
}

async function readRolledUp(db: Database, companyId: string): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<{ month: number; used: string }>(
    'select month, used from usage_rollups where company_id = $1 order by month',
    [companyId],
  );
  return Object.fromEntries(rows.map(({ month, used }) => [month, Number(used)]));
}

test('usage is exact before, between and after roll-ups, and split at the UTC month', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const moments = [-3_000, -2_000, -1, 0, 1, 20_000].map((offset) => NOVEMBER_END + offset);
  await insertEvents(db, companyId, moments);
  const count = async () => [
    await countUsage(db.knex, companyId, 2026, 11),
    await countUsage(db.knex, companyId, 2026, 12),
  ];
  t.deepEqual(await count(), [3, 3]);
  await rollUpUsage(db.knex, companyId, new Date(NOVEMBER_END - 2_000));
  t.deepEqual(await readRolledUp(db, companyId), { 11: 2 });
  t.deepEqual(await count(), [3, 3]);
  t.deepEqual(await rollUpUsage(db.knex, companyId, new Date(NOW)), { events: 4, caughtUp: true });
  t.deepEqual(await readRolledUp(db, companyId), { 11: 3, 12: 3 });
  t.deepEqual(await count(), [3, 3]);
});

test('rolling up again, or up to an earlier moment, changes nothing', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertEvents(db, companyId, [NOW - 10, NOW - 5]);
  await rollUpUsage(db.knex, companyId, new Date(NOW));
  t.deepEqual(await rollUpUsage(db.knex, companyId, new Date(NOW)), { events: 0, caughtUp: true });
  t.deepEqual(await rollUpUsage(db.knex, companyId, new Date(NOW - 7)), { events: 0, caughtUp: true });
  t.is(await countUsage(db.knex, companyId, 2026, 12), 2);
});

test('concurrent roll-ups count each event once, while new events arrive', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertEvents(
    db,
    companyId,
    Array.from({ length: 500 }, (_, index) => NOW - 60_000 + index),
  );
  const rollUps = Array.from({ length: 8 }, (_, index) =>
    rollUpUsage(db.knex, companyId, new Date(NOW - 59_900 + index * 50)),
  );
  const arrivals = Array.from({ length: 8 }, (_, index) => insertEvents(db, companyId, [NOW + index]));
  await Promise.all([...rollUps, ...arrivals]);
  t.is(await countUsage(db.knex, companyId, 2026, 12), 508);
  await Promise.all([1, 2, 3].map(() => rollUpUsage(db.knex, companyId, new Date(NOW + 100))));
  t.deepEqual(await readRolledUp(db, companyId), { 12: 508 });
});

test('a long history is rolled up in steps, with events of one moment never split', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertEvents(db, companyId, [
    ...Array.from({ length: 19_995 }, (_, index) => NOW + index),
    ...Array<number>(20).fill(NOW + 30_000),
  ]);
  await insertEvents(db, companyId, [NOW + 30_001]);
  t.deepEqual(await rollUpUsage(db.knex, companyId, new Date(NOW + 60_000)), { events: 20_015, caughtUp: false });
  t.deepEqual(await rollUpUsage(db.knex, companyId, new Date(NOW + 60_000)), { events: 1, caughtUp: true });
});

test('the job leaves out what may still be being written, and picks it up later', async (t) => {
  const { db } = await createTestDatabase(t);
  let now = NOW;
  const job = createUsageRollup({ db, clock: { now: () => now } });
  const [busy, idle] = [await insertCompany(db), await insertCompany(db)];
  await insertEvents(db, busy, [NOW - SAFETY_LAG_MS, NOW - SAFETY_LAG_MS + 1]);
  await job.handle({}, handlerContext());
  t.deepEqual(await readRolledUp(db, busy), { 12: 1 });
  // Stamped before the first run, committed after it.
  await insertEvents(db, busy, [NOW - SAFETY_LAG_MS + 1]);
  now += 30_000;
  await job.handle({}, handlerContext());
  t.deepEqual(await readRolledUp(db, busy), { 12: 3 });
  t.deepEqual(await readRolledUp(db, idle), {});
});

test('companies that lag are listed in pages', async (t) => {
  const { db } = await createTestDatabase(t);
  const companies = [await insertCompany(db), await insertCompany(db), await insertCompany(db)].sort();
  for (const companyId of companies.slice(1)) await insertEvents(db, companyId, [NOW]);
  const through = new Date(NOW);
  const first = await listCompaniesToRollUp(db.knex, through, { limit: 2 });
  t.deepEqual(first, { companyIds: companies.slice(1, 2), next: companies[1] });
  const second = await listCompaniesToRollUp(db.knex, through, { after: first.next, limit: 2 });
  t.deepEqual(second, { companyIds: companies.slice(2) });
});
