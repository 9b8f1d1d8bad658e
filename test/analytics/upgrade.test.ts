import test from 'ava';
import * as verdicts from '../../db/migrations/20261121001000_evaluation_indexes.ts';
import * as points from '../../db/migrations/20261121001800_score_points.ts';
import type { Database } from '../../db/connect.ts';
import { countByScore, countByVerdict, summarizeAssessments } from '../../db/queries/analytics.ts';
import { rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';
import { findEvaluationPage } from '../../db/queries/evaluations.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertAssessments, insertCompany } from '../support/history.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.UTC(2026, 9, 30, 20);
const range = { from: new Date(START), to: new Date(START + 5 * HOUR) };

/** A company whose first three hours are rolled up. */
async function insertHistory(db: Database): Promise<string> {
  const companyId = await insertCompany(db);
  await insertAssessments(db, companyId, [
    { at: START, action: 'block', riskLevel: 'critical', score: 90 },
    { at: START + HOUR, action: 'block', riskLevel: 'critical', score: 91.25 },
    { at: START + HOUR + 1, action: 'block', riskLevel: 'high', score: 70 },
    { at: START + 2 * HOUR },
    { at: START + 4 * HOUR, action: 'review', riskLevel: 'medium' },
  ]);
  await rollUpAnalytics(db.knex, companyId, new Date(START + 3 * HOUR));
  return companyId;
}

/** As retention may have done before the upgrade. */
const letGoOfFirstHour = ({ knex }: Database, companyId: string) =>
  knex('assessments')
    .where({ company_id: companyId, created_at: new Date(START) })
    .delete();

test('what was summed up by action alone is summed up by action and risk level after an upgrade', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertHistory(db);
  const before = await summarizeAssessments(db.knex, companyId, range);
  for (const { down } of [points, verdicts]) await down(db.knex);
  await letGoOfFirstHour(db, companyId);
  for (const { up } of [verdicts, points]) await db.knex.transaction((transaction) => up(transaction));
  t.deepEqual(await summarizeAssessments(db.knex, companyId, range), before);
  const counts = await countByVerdict(db.knex, companyId, { ...range, from: new Date(START + HOUR) });
  t.deepEqual(counts.map((one) => `${one.count} ${one.action} ${one.riskLevel}`).sort(), [
    '1 allow low',
    '1 block critical',
    '1 block high',
    '1 review medium',
  ]);
  const page = await findEvaluationPage(db.knex, companyId, {
    ...{ action: 'block', sort: 'riskScore:desc', offset: 0, limit: 10 },
  });
  t.deepEqual([page.total, page.evaluations.map(({ riskScore }) => riskScore)], [2, [91.25, 70]]);
  await rollUpAnalytics(db.knex, companyId, new Date(START + 5 * HOUR));
  t.deepEqual(await summarizeAssessments(db.knex, companyId, range), before);
});

test('what was summed up by tens is summed up by point and action, per hour and day, after an upgrade', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertHistory(db);
  const read = async () =>
    (await countByScore(db.knex, companyId, { ...range, buckets: 100 })).filter(({ count }) => count > 0);
  const before = await read();
  t.deepEqual(
    before.map(({ from, count }) => [from, count]),
    [
      [12, 2],
      [70, 1],
      [90, 1],
      [91, 1],
    ],
  );
  const summary = await summarizeAssessments(db.knex, companyId, range);
  await points.down(db.knex);
  const tens = await db.knex('analytics_hours').where({ dimension: 'score' }).orderBy(['hour', 'value']).pluck('value');
  t.deepEqual(tens, ['9', '7', '9', '1']);
  await letGoOfFirstHour(db, companyId);
  await db.knex.transaction((transaction) => points.up(transaction));
  // What nobody knows any more is left out of the actions only.
  t.deepEqual(
    await read(),
    before.map((bucket) => (bucket.from === 90 ? { ...bucket, block: 0 } : bucket)),
  );
  await rollUpAnalytics(db.knex, companyId, new Date(START + 5 * HOUR));
  t.is((await read()).length, 4);
  t.deepEqual(await summarizeAssessments(db.knex, companyId, range), summary);
});
