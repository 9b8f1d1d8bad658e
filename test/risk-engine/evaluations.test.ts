import { randomUUID } from 'node:crypto';
import test from 'ava';
import { EVALUATION_SORTS } from '../../engine/vocabulary.ts';
import { insertAssessments } from '../support/history.ts';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import {
  assess,
  ingest,
  registerTenant,
  sendFeedback,
  startService,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const get = ({ token }: { token?: string }, path = '') =>
  service.call('GET', `/api/risk-engine/evaluations${path}`, token === undefined ? {} : { token });
const itemsOf = ({ body }: { body: Record<string, unknown> }) => body['data'] as Record<string, unknown>[];

async function openCase(tenant: Tenant, assessmentId: string, status: string, number: number): Promise<void> {
  const closedAt = ['closed', 'resolved'].includes(status) ? new Date() : null;
  await service.database.db.knex('reviews').insert({
    company_id: tenant.companyId,
    id: `01900000-0000-7000-8000-00000000000${number}`,
    assessment_id: assessmentId,
    status,
    analyst_id: randomUUID(),
    analyst_email: tenant.email,
    created_at: new Date(),
    updated_at: new Date(),
    closed_at: closedAt,
  });
}

test('an assessed transaction is listed with all it was answered, and what became of it', async (t) => {
  const tenant = await registerTenant(service);
  const { body: answered } = await assess(service, tenant, { transactionId: 'order-1', userId: 'user-1' });
  const id = String(answered['assessmentId']);
  const [fresh] = itemsOf(await get(tenant));
  t.like(fresh, {
    ...answered,
    ...{ id, finalScore: answered['riskScore'], source: 'assess', eventType: null },
    ...{ transactionId: 'order-1', userId: 'user-1', amountMinor: 4_900, currency: 'USD' },
    ...{ feedbackOutcome: null, reviewStatus: null },
  });
  t.regex(String(fresh?.['createdAt']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.deepEqual(fresh?.['featureContributions'], answered['featureContributions']);

  await sendFeedback(service, tenant, id, 'approved');
  await sendFeedback(service, tenant, id, 'chargeback');
  await openCase(tenant, id, 'closed', 1);
  await openCase(tenant, id, 'in_review', 2);
  t.like(itemsOf(await get(tenant))[0], { feedbackOutcome: 'chargeback', reviewStatus: 'in_review' });
});

test('a dispute is shown as one, but never in the place of confirmed fraud', async (t) => {
  const tenant = await registerTenant(service);
  const dispute = async (orderId: string) => {
    const fields = { eventType: 'dispute_opened', userId: 'user-1', metadata: { orderId } };
    t.is((await ingest(service, tenant, fields)).status, 200);
  };
  const outcomeOf = async (id: unknown) => (await get(tenant, `/${String(id)}`)).body['feedbackOutcome'];
  const one = await assess(service, tenant, { transactionId: 'order-1', userId: 'user-1' });
  await dispute('order-1');
  t.is(await outcomeOf(one.body['assessmentId']), 'dispute');
  const two = await assess(service, tenant, { transactionId: 'order-2', userId: 'user-1' });
  await sendFeedback(service, tenant, two.body['assessmentId'], 'confirmed_fraud');
  await dispute('order-2');
  t.is(await outcomeOf(two.body['assessmentId']), 'confirmed_fraud');
});

test('one evaluation comes with its masked context, and nothing of it that nobody masked', async (t) => {
  const tenant = await registerTenant(service);
  const event = {
    externalEventId: 'evt-1',
    timestamp: '2026-11-20T10:00:00.000Z',
    metadata: { orderId: 'order-1', email: 'ada@example.com', ipAddress: '203.0.113.7' },
    billingAddress: { country: 'US', street: '1 Secret Street', city: 'Springfield' },
    ipGeo: { country: 'US', lat: 1.5, isp: { name: 'Secret' } },
  };
  const { body: ingested } = await ingest(service, tenant, event);
  const { assessmentId } = ingested['assessment'] as Record<string, unknown>;
  const { status, body } = await get(tenant, `/${String(assessmentId)}`);
  t.is(status, 200);
  t.like(body, { id: assessmentId, source: 'ingest', eventType: 'login_event', amountMinor: null, currency: null });
  t.like(body, { externalEventId: 'evt-1', occurredAt: event.timestamp });
  t.deepEqual(body['requestContext'], {
    email: 'ada***om',
    ipAddress: '203***.7',
    billingAddress: { country: 'US', city: 'Springfield' },
    ipGeo: { country: 'US', lat: 1.5 },
  });
  const listed = itemsOf(await get(tenant, '?search=evt-1'))[0] ?? {};
  t.deepEqual(
    Object.keys(body).filter((key) => !(key in listed)),
    ['externalEventId', 'occurredAt', 'requestContext'],
  );
});

test('filters, pages and totals over HTTP', async (t) => {
  const tenant = await registerTenant(service);
  const at = Date.UTC(2026, 10, 20, 12);
  await insertAssessments(service.database.db, tenant.companyId, [
    { at, action: 'block', riskLevel: 'critical', score: 95, transactionId: 'order-1', userId: 'Ada', amountMinor: 5 },
    {
      at: at + 1,
      action: 'review',
      riskLevel: 'high',
      score: 60,
      transactionId: 'order-2',
      userId: 'ada',
      amountMinor: 7,
      reasons: ['VELOCITY_BURST', 'HIGH_RISK_INDICATOR'],
    },
    { at: at + 2, transactionId: 'order_3', userId: 'bob', externalEventId: '100%', amountMinor: null },
  ]);
  const found = async (query: string) => {
    const answer = await get(tenant, `?${query}`);
    t.is(answer.status, 200, query);
    const { total } = answer.body['meta'] as { total: number };
    return [
      itemsOf(answer)
        .map(({ transactionId }) => String(transactionId).slice(-1))
        .join(''),
      total,
    ];
  };
  t.deepEqual(await found(''), ['321', 3]);
  t.deepEqual(await found('action=block'), ['1', 1]);
  t.deepEqual(await found('riskLevel=high'), ['2', 1]);
  t.deepEqual(await found('action=block&riskLevel=low'), ['', 0]);
  t.deepEqual(await found('from=2026-11-20T12:00:00.001Z'), ['32', 2], 'from is in the range');
  t.deepEqual(await found('to=2026-11-20T12:00:00.001Z'), ['1', 1], 'to is not');
  t.deepEqual(await found('from=2026-11-20T17:30:00.001%2B05:30&to=2026-11-20T12:00:00.002Z'), ['2', 1]);
  t.deepEqual(await found('sort=riskScore:asc'), ['321', 3]);
  t.deepEqual(await found('sort=amountMinor:desc'), ['213', 3], 'those without an amount come last');
  t.deepEqual(await found('sort=amountMinor:asc'), ['123', 3]);
  t.deepEqual(await found('search=order-'), ['21', 2]);
  t.deepEqual(await found('search=ada'), ['2', 1], 'upper and lower case differ');
  t.deepEqual(await found('search=order_'), ['3', 1], 'no wildcards');
  t.deepEqual(await found('search=%25'), ['', 0]);
  t.deepEqual(await found('search=100%25'), ['3', 1]);
  t.deepEqual(await found('search=order-2&action=block'), ['', 0]);
  t.deepEqual(await found('reasonCode=HIGH_RISK_INDICATOR'), ['2', 1]);
  t.deepEqual(await found('reasonCode=VELOCITY_BURST&action=block'), ['', 0]);
  t.deepEqual(await found('minScore=60&sort=riskScore:desc'), ['12', 2], 'the least score is in the range');
  t.deepEqual(await found('minScore=12.5&maxScore=60'), ['3', 1], 'the end is not');
  t.deepEqual(await found('minScore=50&search=order-2'), ['2', 1]);
  t.deepEqual(await found('requireUserId=true'), ['321', 3]);
  t.deepEqual(await found('limit=2&page=2'), ['1', 3]);
  const beyond = await get(tenant, '?page=1000000000&limit=100');
  t.deepEqual(beyond.body, { data: [], meta: { total: 3, page: 1_000_000_000, limit: 100, totalPages: 1 } });
});

test('a company without evaluations has an empty list', async (t) => {
  const tenant = await registerTenant(service);
  const meta = { total: 0, page: 1, limit: 20, totalPages: 0 };
  for (const query of ['', '?search=x', '?sort=amountMinor:desc&action=block']) {
    t.deepEqual((await get(tenant, query)).body, { data: [], meta });
  }
});

test('parameters that make no sense are 400 and named', async (t) => {
  const tenant = await registerTenant(service);
  const wrong = [
    ...['page=0', 'page=x', 'limit=0', 'limit=101', 'action=deny', 'action=', 'riskLevel=none', 'from=yesterday'],
    ...['to=2026-13-01T00:00:00Z', 'search=', 'search=%00', `search=${'x'.repeat(257)}`, 'requireUserId=yes'],
    ...['reasonCode=NONE', 'minScore=-1', 'maxScore=101', 'minScore=high'],
    ...['sort=createdAt', 'sort=createdAt:down', 'sort=userId:asc', 'sort=riskScore:asc&sort=riskScore:desc'],
    'from=2026-11-20T12:00:00Z&to=2026-11-20T12:00:00Z',
  ];
  for (const query of wrong) {
    const { status, body } = await get(tenant, `?${query}`);
    t.is(status, 400, query);
    t.is(body['code'], 'VALIDATION_FAILED');
    t.is((body['details'] as { path: string }[])[0]?.path, `/${query.split('=')[0]}`, query);
  }
  t.is((await get(tenant, '/not-a-uuid')).status, 400);
});

test('who may read evaluations', async (t) => {
  const tenant = await registerTenant(service);
  const { body } = await assess(service, tenant);
  const paths = ['', `/${String(body['assessmentId'])}`];
  const analyst = await addAnalyst(service, tenant);
  const other = await registerTenant(service);
  for (const path of paths) {
    t.is((await get({}, path)).status, 401);
    t.is((await get({ token: tenant.refreshToken }, path)).status, 401);
    t.is((await get(analyst, path)).status, 200);
  }
  t.is((await get(other, paths[1])).status, 404);
  t.is((await get(tenant, `/${randomUUID()}`)).status, 404);
  await limitUsage(service, tenant, 1_000);
  for (const path of paths) t.like((await get(tenant, path)).body, { statusCode: 402, code: 'FEATURE_NOT_IN_PLAN' });
  await expireSubscription(service, tenant);
  for (const path of paths) t.like((await get(tenant, path)).body, { statusCode: 402, code: 'SUBSCRIPTION_REQUIRED' });
});

test.serial('a list takes the same few statements however long it is', async (t) => {
  const tenant = await registerTenant(service);
  const queries = ['', ...EVALUATION_SORTS.map((sort) => `&sort=${sort}`), '&action=allow&riskLevel=low', '&search=tx'];
  for (const length of [1, 99]) {
    await insertAssessments(
      service.database.db,
      tenant.companyId,
      Array.from({ length }, (_, index) => ({ at: Date.now() - index })),
    );
    for (const query of queries) {
      const count = await countStatements(() => get(tenant, `?limit=100${query}`));
      // One is for access; a search finds and counts in two.
      t.is(count, query.includes('search') ? 3 : 4, query);
    }
  }
});
