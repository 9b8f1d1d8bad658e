import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createSweeper } from '../../workers/sweeper.ts';
import { handlerContext } from '../jobs/support.ts';
import { addAnalyst } from '../support/members.ts';
import { refuseRows } from '../support/refuse-rows.ts';
import { openReview, patchReview, postReview } from '../support/reviews.ts';
import { assess, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { startWorkers, waitForOutcomes, type TestWorkers } from '../support/workers.ts';

let service: Service;
let workers: TestWorkers;
test.before(async () => {
  service = await startService();
  workers = await startWorkers(service);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

interface FeedbackRow {
  outcome: string;
  source: string;
  submitted_by: string;
  applied_at: Date | null;
}
const feedbackOf = (tenant: Tenant, assessmentId: string): Promise<FeedbackRow[]> =>
  service.database.db
    .knex('feedback')
    .select<FeedbackRow[]>()
    .where({ company_id: tenant.companyId, assessment_id: assessmentId })
    .orderBy('id');

/** How many confirmed-fraud users an assessment of a new user on the device sees beside it. */
async function fraudOnDevice(tenant: Tenant, deviceFingerprint: string): Promise<number> {
  const { body } = await assess(service, tenant, { deviceFingerprint });
  return (body['featureContributions'] as Record<string, number>)['fraudNeighbors'] ?? NaN;
}

test('a case closed as confirmed fraud is an outcome: the next assessment on the device reacts', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  const device = randomUUID();
  const { reviewId, assessmentId } = await openReview(service, analyst, { transaction: { deviceFingerprint: device } });
  t.is(await fraudOnDevice(tenant, device), 0);
  t.is((await patchReview(service, analyst, { reviewId, status: 'confirmed_fraud' })).status, 200);
  t.is(await fraudOnDevice(tenant, device), 1);
  const [feedback, ...others] = await feedbackOf(tenant, assessmentId);
  t.like(feedback, {
    outcome: 'confirmed_fraud',
    source: 'feedback',
    submitted_by: service.dependencies.tokens.verify(analyst.token, 'access').sub,
  });
  t.deepEqual(others, []);
  await waitForOutcomes(service, tenant);
});

test('a later case closed as a false positive takes it back', async (t) => {
  const tenant = await registerTenant(service);
  const device = randomUUID();
  const { reviewId, assessmentId } = await openReview(service, tenant, { transaction: { deviceFingerprint: device } });
  await patchReview(service, tenant, { reviewId, status: 'confirmed_fraud' });
  const { body: second } = await postReview(service, tenant, { assessmentId });
  t.is(await fraudOnDevice(tenant, device), 1);
  await patchReview(service, tenant, { reviewId: second['id'], status: 'false_positive' });
  t.is(await fraudOnDevice(tenant, device), 0);
  t.deepEqual(
    (await feedbackOf(tenant, assessmentId)).map(({ outcome }) => outcome),
    ['confirmed_fraud', 'false_positive'],
  );
});

test('a case that ends without a verdict says nothing', async (t) => {
  const tenant = await registerTenant(service);
  for (const status of ['closed', 'resolved']) {
    const { reviewId, assessmentId } = await openReview(service, tenant);
    await patchReview(service, tenant, { reviewId, status });
    t.deepEqual(await feedbackOf(tenant, assessmentId), []);
  }
});

test('a verdict whose evidence cannot be written yet is answered, kept, and applied by the sweeper', async (t) => {
  const tenant = await registerTenant(service);
  const device = randomUUID();
  const { reviewId, assessmentId } = await openReview(service, tenant, { transaction: { deviceFingerprint: device } });
  const { knex } = service.database.db;
  const refused = await refuseRows(service, 'evidence', tenant);
  const answer = await patchReview(service, tenant, { reviewId, status: 'confirmed_fraud' });
  t.is(answer.status, 200);
  t.like(await feedbackOf(tenant, assessmentId), [{ outcome: 'confirmed_fraud', applied_at: null }]);
  t.is(await fraudOnDevice(tenant, device), 0);
  await refused.restore();
  // As if the process had died right after the commit, a minute ago.
  await knex('feedback')
    .where({ company_id: tenant.companyId })
    .update({ recorded_at: new Date(Date.now() - 60_000) });
  await createSweeper(workers.dependencies).handle({}, handlerContext());
  await waitForOutcomes(service, tenant);
  t.is(await fraudOnDevice(tenant, device), 1);
});

test('a case outlives its assessment: it is closed, and there is nothing to learn from', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId, assessmentId } = await openReview(service, tenant);
  await service.database.db.knex('assessments').where({ company_id: tenant.companyId }).delete();
  t.is((await patchReview(service, tenant, { reviewId, status: 'confirmed_fraud' })).status, 200);
  t.deepEqual(await feedbackOf(tenant, assessmentId), []);
});
