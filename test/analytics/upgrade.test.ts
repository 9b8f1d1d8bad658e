import test from 'ava';
import { down, up } from '../../db/migrations/20261121001000_evaluation_indexes.ts';
import { countByVerdict, summarizeAssessments } from '../../db/queries/analytics.ts';
import { rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';
import { findEvaluationPage } from '../../db/queries/evaluations.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertAssessments, insertCompany } from '../support/history.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.UTC(2026, 9, 30, 20);

test('what was summed up by action alone is summed up by action and risk level after an upgrade', async (t) => {
  const { db } = await createTestDatabase(t);
  const companyId = await insertCompany(db);
  const range = { from: new Date(START), to: new Date(START + 5 * HOUR) };
  await insertAssessments(db, companyId, [
    { at: START, action: 'block', riskLevel: 'critical', score: 90 },
    { at: START + HOUR, action: 'block', riskLevel: 'critical', score: 91.25 },
    { at: START + HOUR + 1, action: 'block', riskLevel: 'high', score: 70 },
    { at: START + 2 * HOUR },
    { at: START + 4 * HOUR, action: 'review', riskLevel: 'medium' },
  ]);
  await rollUpAnalytics(db.knex, companyId, new Date(START + 3 * HOUR));
  const before = await summarizeAssessments(db.knex, companyId, range);
  await down(db.knex);
  // Retention let go of the first hour before the upgrade.
  await db
    .knex('assessments')
    .where({ company_id: companyId, created_at: new Date(START) })
    .delete();
  await db.knex.transaction((transaction) => up(transaction));
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
