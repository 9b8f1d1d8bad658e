import test from 'ava';
import { summarizeAssessments } from '../../db/queries/analytics.ts';
import { listCompaniesToAnalyze, rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';
import type { Database } from '../../db/connect.ts';
import { createUsageRollup, SAFETY_LAG_MS } from '../../workers/usage-rollup.ts';
import { handlerContext } from '../jobs/support.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertAssessments, insertCompany } from '../support/history.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 9, 30, 20);
const END = START + 4 * DAY;

const total = async (db: Database, companyId: string) =>
  (await summarizeAssessments(db.knex, companyId, { from: new Date(START - DAY), to: new Date(END + DAY) }))
    .totalAssessments;

/** What the sums of hours hold; those of days must hold the same. */
async function countRolledUp(db: Database, companyId: string): Promise<number> {
  const { rows } = await db.pool.query<{ counted: number }>(
    `select coalesce(sum(count), 0)::int as counted from analytics_hours where company_id = $1 and dimension = 'verdict'
     union select coalesce(sum(count), 0)::int from analytics_days where company_id = $1 and dimension = 'verdict'`,
    [companyId],
  );
  if (rows.length > 1) throw new Error('the sums of hours and days differ');
  return rows[0]?.counted ?? 0;
}

test('concurrent roll-ups count each assessment once, and readers are exact meanwhile', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertAssessments(
    db,
    companyId,
    Array.from({ length: 500 }, (_, index) => ({ at: START + index * 60_000 })),
  );
  const rollUps = Array.from({ length: 8 }, (_, index) =>
    rollUpAnalytics(db.knex, companyId, new Date(START + (index + 1) * HOUR + index)),
  );
  const readers = Array.from({ length: 8 }, () => total(db, companyId));
  const arrivals = Array.from({ length: 4 }, (_, index) => insertAssessments(db, companyId, [{ at: END + index }]));
  const counts = await Promise.all([...readers, Promise.all([...rollUps, ...arrivals]).then(() => 500)]);
  t.true(counts.every((count) => count >= 500 && count <= 504));
  t.is(await total(db, companyId), 504);
  await Promise.all([1, 2, 3].map(() => rollUpAnalytics(db.knex, companyId, new Date(END + DAY))));
  t.is(await countRolledUp(db, companyId), 504);
  t.is(await total(db, companyId), 504);
});

test('a roll-up that is killed counts nothing, and the next one everything', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  await insertAssessments(db, companyId, [{ at: START }, { at: START + HOUR }]);
  await rollUpAnalytics(db.knex, companyId, new Date(START + 1));
  const killed = db.knex.transaction(async (transaction) => {
    await rollUpAnalytics(transaction, companyId, new Date(END));
    throw new Error('killed');
  });
  await t.throwsAsync(killed, { message: 'killed' });
  t.is(await countRolledUp(db, companyId), 1);
  t.is(await total(db, companyId), 2);
  t.deepEqual(await rollUpAnalytics(db.knex, companyId, new Date(END)), { assessments: 1, caughtUp: true });
  t.deepEqual(await rollUpAnalytics(db.knex, companyId, new Date(END)), { assessments: 0, caughtUp: true });
  t.is(await countRolledUp(db, companyId), 2);
});

test('a long history is rolled up in steps', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  // Of one millisecond: a step may end between two of them.
  await insertAssessments(
    db,
    companyId,
    Array.from({ length: 20_003 }, () => ({ at: START })),
  );
  t.deepEqual(await rollUpAnalytics(db.knex, companyId, new Date(END)), { assessments: 20_000, caughtUp: false });
  t.is(await total(db, companyId), 20_003);
  t.deepEqual(await rollUpAnalytics(db.knex, companyId, new Date(END)), { assessments: 3, caughtUp: true });
  t.is(await countRolledUp(db, companyId), 20_003);
});

test('the job leaves out what may still be being written, and picks it up later', async (t) => {
  const { db } = await createTestDatabase(t);
  let now = END;
  const job = createUsageRollup({ db, clock: { now: () => now } });
  const companyId = await insertCompany(db);
  await insertAssessments(db, companyId, [{ at: END - SAFETY_LAG_MS - 1 }, { at: END - SAFETY_LAG_MS }]);
  await job.handle({}, handlerContext());
  t.is(await countRolledUp(db, companyId), 1);
  // Made before the first run, committed after it.
  await insertAssessments(db, companyId, [{ at: END - SAFETY_LAG_MS }]);
  t.is(await total(db, companyId), 3);
  now += 1;
  await job.handle({}, handlerContext());
  t.is(await countRolledUp(db, companyId), 3);
  t.is(await total(db, companyId), 3);
});

test('companies that lag are listed in pages; the watermark of an idle one follows once a day', async (t) => {
  const { db } = await createTestDatabase(t);
  const companies = [await insertCompany(db), await insertCompany(db), await insertCompany(db)].sort() as [
    string,
    string,
    string,
  ];
  const list = (through: number, after?: string) =>
    listCompaniesToAnalyze(db.knex, new Date(through), { after, limit: 2 });
  const everything = { companyIds: companies.slice(0, 2), next: companies[1] };
  t.deepEqual(await list(START), everything);
  for (const companyId of companies) await rollUpAnalytics(db.knex, companyId, new Date(START));
  t.deepEqual(await list(START + HOUR), { companyIds: [], next: companies[1] });
  for (const companyId of companies.slice(1)) await insertAssessments(db, companyId, [{ at: START + 1 }]);
  t.deepEqual(await list(START + HOUR), { companyIds: [companies[1]], next: companies[1] });
  t.deepEqual(await list(START + HOUR, companies[1]), { companyIds: [companies[2]] });
  t.deepEqual(await list(START + DAY + 1), everything);
});
