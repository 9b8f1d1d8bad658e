import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import { fetchReview, fetchReviews, openReview, patchReview } from '../support/reviews.ts';
import { assess, registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const reviewsOf = ({ body }: Answer) => body['data'] as Record<string, unknown>[];
const idsOf = (answer: Answer) => reviewsOf(answer).map(({ id }) => id);
const codeOf = ({ status, body }: Answer) => [status, body['code']];

async function openMany(tenant: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await openReview(service, tenant)).reviewId);
  return ids;
}

test('a single case shows its assessment and history, exactly', async (t) => {
  const tenant = await registerTenant(service);
  for (let index = 0; index < 30; index += 1) await assess(service, tenant, { userId: 'busy' });
  const { reviewId, assessmentId } = await openReview(service, tenant, { transaction: { userId: 'busy' } });
  const { status, body } = await fetchReview(service, tenant, reviewId);
  t.is(status, 200);
  const stored = (await service.database.db
    .knex('assessments')
    .where({ company_id: tenant.companyId, id: assessmentId })
    .first()) as Record<string, unknown>;
  t.true((stored['reason_codes'] as string[]).length > 0);
  t.deepEqual(body['assessment'], {
    id: assessmentId,
    finalScore: stored['risk_score'],
    action: stored['action'],
    riskLevel: stored['risk_level'],
    reasonCodes: stored['reason_codes'],
    createdAt: (stored['created_at'] as Date).toISOString(),
  });
  t.deepEqual(body['history'], [
    { from: null, to: 'open', actorId: body['analystId'], actorEmail: tenant.email, at: body['createdAt'] },
  ]);
});

test('a case whose assessment is no longer kept shows none', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId, assessmentId } = await openReview(service, tenant);
  await service.database.db.knex('assessments').where({ company_id: tenant.companyId }).delete();
  const { status, body } = await fetchReview(service, tenant, reviewId);
  t.is(status, 200);
  t.like(body, { assessmentId, assessment: null });
});

test('the list has the latest first, in pages, without assessment and history', async (t) => {
  const tenant = await registerTenant(service);
  const ids = (await openMany(tenant, 5)).reverse();
  const first = await fetchReviews(service, tenant, '?limit=2');
  t.is(first.status, 200);
  t.deepEqual(first.body['meta'], { total: 5, page: 1, limit: 2, totalPages: 3 });
  const [second, third, beyond] = await Promise.all(
    [2, 3, 4].map((page) => fetchReviews(service, tenant, `?limit=2&page=${page}`)),
  );
  t.deepEqual([first, second!, third!, beyond!].map(idsOf), [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]);
  t.false('assessment' in (reviewsOf(first)[0] ?? {}));
  t.deepEqual((await fetchReviews(service, tenant)).body['meta'], { total: 5, page: 1, limit: 20, totalPages: 1 });
});

test('the list is narrowed by status', async (t) => {
  const tenant = await registerTenant(service);
  const [one, two, three] = await openMany(tenant, 3);
  await patchReview(service, tenant, { reviewId: one, status: 'in_review' });
  await patchReview(service, tenant, { reviewId: two, status: 'false_positive' });
  for (const [status, expected] of [
    ['in_review', [one]],
    ['false_positive', [two]],
    ['open', [three]],
    ['resolved', []],
  ] as const) {
    const answer = await fetchReviews(service, tenant, `?status=${status}`);
    t.deepEqual(idsOf(answer), [...expected]);
    t.is((answer.body['meta'] as { total: number }).total, expected.length);
  }
});

test('queries and ids that make no sense: 400', async (t) => {
  const tenant = await registerTenant(service);
  for (const [query, path] of [
    ['status=done', '/status'],
    ['limit=101', '/limit'],
    ['limit=0', '/limit'],
    ['page=0', '/page'],
  ]) {
    const answer = await fetchReviews(service, tenant, `?${query}`);
    t.is(answer.status, 400);
    t.like(answer.body, { code: 'VALIDATION_FAILED', details: [{ path }] });
  }
  t.deepEqual(codeOf(await fetchReview(service, tenant, 'status')), [400, 'VALIDATION_FAILED']);
});

test('401, 402 and 404', async (t) => {
  const [tenant, stranger] = [await registerTenant(service), await registerTenant(service)];
  const { reviewId } = await openReview(service, tenant);
  const foreign = await fetchReview(service, stranger, reviewId);
  const unknown = await fetchReview(service, stranger, randomUUID());
  t.deepEqual([codeOf(foreign), codeOf(unknown)], Array(2).fill([404, 'NOT_FOUND']));
  t.is(foreign.body['message'], unknown.body['message']);
  t.deepEqual(idsOf(await fetchReviews(service, stranger)), []);

  const analyst = await addAnalyst(service, tenant);
  t.is((await fetchReviews(service, analyst)).status, 200);
  for (const call of [fetchReviews, fetchReview]) {
    t.is((await call(service, { token: 'none' }, `?page=1`)).status, 401);
  }
  await limitUsage(service, tenant, 10);
  t.deepEqual(codeOf(await fetchReview(service, analyst, reviewId)), [402, 'FEATURE_NOT_IN_PLAN']);
  t.deepEqual(codeOf(await fetchReviews(service, analyst)), [402, 'FEATURE_NOT_IN_PLAN']);
  await expireSubscription(service, tenant);
  t.deepEqual(codeOf(await fetchReviews(service, tenant)), [402, 'SUBSCRIPTION_REQUIRED']);
});

test.serial('a list of any length takes three statements, a single case four', async (t) => {
  const tenant = await registerTenant(service);
  t.is(await countStatements(() => fetchReviews(service, tenant, '?limit=100')), 3);
  const ids = await openMany(tenant, 12);
  t.is(await countStatements(() => fetchReviews(service, tenant, '?limit=100')), 3);
  t.is(await countStatements(() => fetchReview(service, tenant, ids[0])), 4);
});
