import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addAnalyst, limitUsage } from '../support/members.ts';
import { fetchReview, openReview, patchReview } from '../support/reviews.ts';
import { refuseRows } from '../support/refuse-rows.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let other: Service;
test.before(async () => {
  service = await startService();
  other = await startService({ beside: service });
});
test.after.always(async () => {
  await other?.close();
  await service?.close();
});

const codeOf = ({ status, body }: Answer) => [status, body['code']];
const historyOf = ({ body }: Answer) => body['history'] as { from: string | null; to: string; actorId: string }[];
const stepsOf = (answer: Answer) => historyOf(answer).map(({ from, to }) => [from, to]);
const userIdOf = ({ token }: Pick<Tenant, 'token'>) => service.dependencies.tokens.verify(token, 'access').sub;

test('a case goes the whole way; each step is kept with who took it', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  const { reviewId } = await openReview(service, analyst, { analystNote: 'first' });
  for (const status of ['in_review', 'escalated']) {
    const moved = await patchReview(service, analyst, { reviewId, status });
    t.is(moved.status, 200);
    t.like(moved.body, { id: reviewId, status, closedAt: null, analystNote: 'first' });
  }
  const closed = await patchReview(service, tenant, { reviewId, status: 'resolved', analystNote: 'second' });
  t.like(closed.body, {
    status: 'resolved',
    analystNote: 'second',
    analystId: userIdOf(analyst),
    closedAt: closed.body['updatedAt'],
  });
  const fetched = await fetchReview(service, tenant, reviewId);
  t.deepEqual(stepsOf(fetched), [
    [null, 'open'],
    ['open', 'in_review'],
    ['in_review', 'escalated'],
    ['escalated', 'resolved'],
  ]);
  t.deepEqual(
    historyOf(fetched).map(({ actorId }) => actorId),
    [userIdOf(analyst), userIdOf(analyst), userIdOf(analyst), userIdOf(tenant)],
  );
  t.like(historyOf(fetched).at(-1), { actorEmail: tenant.email, at: closed.body['closedAt'] });
});

for (const status of ['confirmed_fraud', 'false_positive', 'closed', 'resolved']) {
  test(`steps may be skipped: open to ${status}, and out of it goes nothing`, async (t) => {
    const tenant = await registerTenant(service);
    const { reviewId } = await openReview(service, tenant);
    const closed = await patchReview(service, tenant, { reviewId, status });
    t.is(closed.status, 200);
    t.truthy(closed.body['closedAt']);
    for (const next of ['open', 'in_review', 'escalated', 'confirmed_fraud', 'closed', status]) {
      const refused = await patchReview(service, tenant, { reviewId, status: next, analystNote: 'late' });
      t.deepEqual(codeOf(refused), [409, 'INVALID_STATUS_TRANSITION']);
    }
    const fetched = await fetchReview(service, tenant, reviewId);
    t.like(fetched.body, { ...closed.body });
    t.is(historyOf(fetched).length, 2);
  });
}

test('a move from where the case no longer is changes nothing, whoever sends it first', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId } = await openReview(service, tenant);
  const moves = ['in_review', 'escalated', 'closed', 'confirmed_fraud'].map((status, index) =>
    patchReview([service, other][index % 2]!, tenant, {
      reviewId,
      status,
      expectedStatus: 'open',
      analystNote: status,
    }),
  );
  const answers = await Promise.all(moves);
  const made = answers.filter(({ status }) => status === 200);
  t.is(made.length, 1);
  const { status } = made[0]!.body;
  for (const refused of answers.filter((answer) => answer !== made[0])) {
    t.deepEqual(codeOf(refused), [409, 'CONFLICT']);
    t.is(refused.body['message'], `The review was moved to ${String(status)} meanwhile`);
  }
  const fetched = await fetchReview(service, tenant, reviewId);
  t.like(fetched.body, { status, analystNote: status });
  t.is(historyOf(fetched).length, 2);
});

test('backwards, or to where it is: 409 that says so', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId } = await openReview(service, tenant);
  await patchReview(service, tenant, { reviewId, status: 'escalated' });
  for (const status of ['open', 'in_review', 'escalated']) {
    const refused = await patchReview(service, tenant, { reviewId, status });
    t.deepEqual(codeOf(refused), [409, 'INVALID_STATUS_TRANSITION']);
    t.is(refused.body['message'], `A review cannot move from escalated to ${status}`);
  }
});

test('of the same move made many times at once, in two processes, one is made and the others are told', async (t) => {
  const tenant = await registerTenant(service);
  for (const status of ['in_review', 'confirmed_fraud']) {
    const { reviewId } = await openReview(service, tenant);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patchReview(index % 2 ? service : other, tenant, { reviewId, status })),
    );
    t.deepEqual(answers.map(({ status: code }) => code).sort(), [200, ...Array<number>(7).fill(409)]);
    t.deepEqual(stepsOf(await fetchReview(service, tenant, reviewId)), [
      [null, 'open'],
      ['open', status],
    ]);
  }
});

test('two verdicts at once: one stands, and only its outcome is reported', async (t) => {
  const tenant = await registerTenant(service);
  for (let round = 0; round < 5; round += 1) {
    const { reviewId, assessmentId } = await openReview(service, tenant);
    const answers = await Promise.all([
      patchReview(service, tenant, { reviewId, status: 'confirmed_fraud' }),
      patchReview(other, tenant, { reviewId, status: 'false_positive' }),
    ]);
    t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const stood = answers.find(({ status }) => status === 200)?.body['status'];
    const outcomes = await service.database.db
      .knex('feedback')
      .where({ company_id: tenant.companyId, assessment_id: assessmentId })
      .pluck('outcome');
    t.deepEqual(outcomes, [stood]);
  }
});

test('an unknown case, or one of another tenant: 404 with the same message', async (t) => {
  const [tenant, stranger] = [await registerTenant(service), await registerTenant(service)];
  const { reviewId } = await openReview(service, tenant);
  const foreign = await patchReview(service, stranger, { reviewId, status: 'closed' });
  const unknown = await patchReview(service, stranger, { reviewId: randomUUID(), status: 'closed' });
  t.deepEqual([codeOf(foreign), codeOf(unknown)], Array(2).fill([404, 'NOT_FOUND']));
  t.is(foreign.body['message'], unknown.body['message']);
  t.is((await fetchReview(service, tenant, reviewId)).body['status'], 'open');
});

test('bodies that are not valid: 400', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId } = await openReview(service, tenant);
  for (const [body, path] of [
    [{ status: 'closed' }, '/reviewId'],
    [{ reviewId }, '/status'],
    [{ reviewId, status: 'done' }, '/status'],
    [{ reviewId: 'x', status: 'closed' }, '/reviewId'],
    [{ reviewId, status: 'closed', analystId: reviewId }, '/analystId'],
    [{ reviewId, status: 'closed', closedAt: null }, '/closedAt'],
    [{ reviewId, status: 'closed', analystNote: 'x'.repeat(10_001) }, '/analystNote'],
  ] as const) {
    const { status, body: answer } = await patchReview(service, tenant, body);
    t.is(status, 400);
    t.like(answer, { code: 'VALIDATION_FAILED', details: [{ path }] });
  }
});

test('401 and 402', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId } = await openReview(service, tenant);
  t.is((await patchReview(service, { token: 'none' }, { reviewId, status: 'closed' })).status, 401);
  await limitUsage(service, tenant, 10);
  const answer = await patchReview(service, tenant, { reviewId, status: 'closed' });
  t.deepEqual(codeOf(answer), [402, 'FEATURE_NOT_IN_PLAN']);
});

for (const table of ['review_moves', 'feedback']) {
  test(`a verdict whose row in ${table} cannot be written is not given`, async (t) => {
    const tenant = await registerTenant(service);
    const { reviewId } = await openReview(service, tenant);
    const before = (await fetchReview(service, tenant, reviewId)).body;
    const refused = await refuseRows(service, table, tenant);
    const failed = await patchReview(service, tenant, { reviewId, status: 'confirmed_fraud' });
    await refused.restore();
    t.is(failed.status, 500);
    t.deepEqual((await fetchReview(service, tenant, reviewId)).body, before);
    t.is((await patchReview(service, tenant, { reviewId, status: 'confirmed_fraud' })).status, 200);
  });
}
