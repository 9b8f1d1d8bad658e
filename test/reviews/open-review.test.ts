import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import { fetchReview, fetchReviews, openReview, patchReview, postReview } from '../support/reviews.ts';
import { assess, registerTenant, startService, type Answer, type Service } from '../support/service.ts';

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

test('an analyst opens a case, and is its analyst', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  const { body: assessed } = await assess(service, tenant);
  const { status, body } = await postReview(service, analyst, {
    assessmentId: assessed['assessmentId'],
    analystNote: 'Looks odd.',
  });
  t.is(status, 201);
  t.deepEqual(Object.keys(body).sort(), [
    'analystEmail',
    'analystId',
    'analystNote',
    'assessmentId',
    'closedAt',
    'createdAt',
    'id',
    'status',
    'updatedAt',
  ]);
  t.like(body, {
    assessmentId: assessed['assessmentId'],
    status: 'open',
    analystId: service.dependencies.tokens.verify(analyst.token, 'access').sub,
    analystNote: 'Looks odd.',
    closedAt: null,
    updatedAt: body['createdAt'],
  });
  t.regex(String(body['analystEmail']), /^analyst-.*@example\.com$/);
  t.like((await fetchReview(service, tenant, body['id'])).body, body);
});

test('who the analyst is cannot be sent; nor a status, nor a typo', async (t) => {
  const tenant = await registerTenant(service);
  const { body: assessed } = await assess(service, tenant);
  const { assessmentId } = assessed;
  for (const field of ['analystId', 'analystEmail', 'status', 'analystNotes']) {
    const { status, body } = await postReview(service, tenant, { assessmentId, [field]: 'open' });
    t.is(status, 400);
    t.like(body, { code: 'VALIDATION_FAILED', details: [{ path: `/${field}` }] });
  }
  t.deepEqual((await fetchReviews(service, tenant)).body['data'], []);
});

test('bodies that are not valid: 400', async (t) => {
  const tenant = await registerTenant(service);
  const assessmentId = randomUUID();
  for (const [body, path] of [
    [{}, '/assessmentId'],
    [{ assessmentId: 'a-1' }, '/assessmentId'],
    [{ assessmentId, analystNote: 'x'.repeat(10_001) }, '/analystNote'],
    [{ assessmentId, analystNote: 7 }, '/analystNote'],
    [{ assessmentId, analystNote: 'a\u0000b' }, '/analystNote'],
  ] as const) {
    const { status, body: answer } = await postReview(service, tenant, body);
    t.is(status, 400);
    t.like(answer, { code: 'VALIDATION_FAILED', details: [{ path }] });
  }
});

test('an unknown assessment, or one of another tenant: 404 with the same message', async (t) => {
  const [tenant, stranger] = [await registerTenant(service), await registerTenant(service)];
  const { body: assessed } = await assess(service, tenant);
  const unknown = await postReview(service, stranger, { assessmentId: randomUUID() });
  const foreign = await postReview(service, stranger, { assessmentId: assessed['assessmentId'] });
  t.deepEqual(codeOf(unknown), [404, 'NOT_FOUND']);
  t.deepEqual(codeOf(foreign), [404, 'NOT_FOUND']);
  t.is(foreign.body['message'], unknown.body['message']);
});

test('an assessment has one case at a time; after its end another may be opened', async (t) => {
  const tenant = await registerTenant(service);
  const { reviewId, assessmentId } = await openReview(service, tenant);
  t.deepEqual(codeOf(await postReview(service, tenant, { assessmentId })), [409, 'CONFLICT']);
  await patchReview(service, tenant, { reviewId, status: 'escalated' });
  t.deepEqual(codeOf(await postReview(service, tenant, { assessmentId })), [409, 'CONFLICT']);
  await patchReview(service, tenant, { reviewId, status: 'closed' });
  const second = await postReview(service, tenant, { assessmentId });
  t.is(second.status, 201);
  t.not(second.body['id'], reviewId);
});

test('of cases opened at once for one assessment, in two processes, exactly one is', async (t) => {
  const tenant = await registerTenant(service);
  for (let round = 0; round < 5; round += 1) {
    const { body } = await assess(service, tenant);
    const { assessmentId } = body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => postReview(index % 2 ? service : other, tenant, { assessmentId })),
    );
    t.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array<number>(7).fill(409)]);
    const { body: list } = await fetchReviews(service, tenant);
    t.is((list['meta'] as { total: number }).total, round + 1);
  }
});

test('401 without credentials; 402 without the feature or a subscription, for an analyst as well', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  const body = { assessmentId: randomUUID() };
  t.is((await postReview(service, { token: 'none' }, body)).status, 401);
  await limitUsage(service, tenant, 10);
  t.deepEqual(codeOf(await postReview(service, analyst, body)), [402, 'FEATURE_NOT_IN_PLAN']);
  await expireSubscription(service, tenant);
  t.deepEqual(codeOf(await postReview(service, analyst, body)), [402, 'SUBSCRIPTION_REQUIRED']);
});
