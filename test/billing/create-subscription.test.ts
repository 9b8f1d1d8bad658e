import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changePlan } from '../../db/queries/plans.ts';
import { createTestClock } from '../support/clock.ts';
import { readMine, subscribe } from '../support/checkout.ts';
import { addAnalyst } from '../support/members.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const clock = createTestClock();

let service: Service;
let beside: Service;
test.before(async () => {
  service = await startService({
    clock,
    environment: { ACCESS_TOKEN_TTL_SECONDS: '86400', CONSOLE_IDLE_MINUTES: '1500' },
  });
  beside = await startService({ beside: service, clock });
});
test.after.always(async () => {
  await beside?.close();
  await service?.close();
});

const rowsOf = ({ companyId }: Tenant) =>
  service.database.db.knex('subscriptions').where({ company_id: companyId, status: 'pending' });
const auditOf = ({ companyId }: Tenant) =>
  service.database.db
    .knex('audit_logs')
    .select<{ after: unknown; target_id: string }[]>('after', 'target_id')
    .where({ company_id: companyId, action: 'subscription.requested' });
const subscriptionOf = ({ body }: Answer) => body['subscription'] as Record<string, unknown>;

/** The company's pending subscription of the plan, as if it had been paid. */
async function activate(tenant: Tenant, fields: object = {}): Promise<void> {
  await rowsOf(tenant).update({ status: 'active', ends_at: new Date(clock.now() + 40 * 24 * HOUR_MS), ...fields });
}

test('201: a pending subscription and where to pay, stored and audited', async (t) => {
  const tenant = await registerTenant(service);
  const answer = await subscribe(service, tenant, 'growth');
  t.is(answer.status, 201);
  const subscription = subscriptionOf(answer);
  t.like(subscription, {
    companyId: tenant.companyId,
    status: 'pending',
    startsAt: new Date(clock.now()).toISOString(),
    endsAt: null,
    cancelAtPeriodEnd: false,
    metadata: null,
    plan: { code: 'growth', priceMinor: 29_900, interval: 'month', limits: { fraud_events_ingested: 2_000_000 } },
  });
  const after = { planCode: 'growth', provider: 'sandbox', status: 'pending' };
  t.deepEqual(await auditOf(tenant), [{ after, target_id: String(subscription['id']) }]);
  t.like((await readMine(service, tenant)).body, { plan: { code: 'trial' } }, 'the trial goes on');
});

test('asked again, the same checkout; a new one when the time to pay is nearly over, or for another plan', async (t) => {
  const tenant = await registerTenant(service);
  const first = await subscribe(service, tenant, 'growth');
  const again = await subscribe(beside, tenant, 'growth');
  t.is(again.status, 201);
  t.deepEqual(again.body, first.body);
  t.not((await subscribe(service, tenant, 'starter')).body['shortUrl'], first.body['shortUrl']);
  t.is((await auditOf(tenant)).length, 2);
  const { knex } = service.database.db;
  const soon = new Date(clock.now() + HOUR_MS / 2);
  await knex('subscriptions').where({ company_id: tenant.companyId }).update({ checkout_expires_at: soon });
  const later = await subscribe(service, tenant, 'growth');
  t.not(subscriptionOf(later)['id'], subscriptionOf(first)['id']);
});

test('of many at once, over two processes, one pending subscription', async (t) => {
  const tenant = await registerTenant(service);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => subscribe(index % 2 ? beside : service, tenant, 'growth')),
  );
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  t.is(new Set(answers.map(({ body }) => body['shortUrl'])).size, 1);
  t.is((await rowsOf(tenant)).length, 1);
  t.is((await auditOf(tenant)).length, 1);
});

test('409 while the plan renews; not for another plan, after a cancellation or past the end', async (t) => {
  const tenant = await registerTenant(service);
  await subscribe(service, tenant, 'growth');
  await activate(tenant);
  const refused = await subscribe(service, tenant, 'growth');
  t.like(refused, {
    status: 409,
    body: { code: 'CONFLICT', message: 'The company is subscribed to the plan growth already' },
  });
  t.is((await subscribe(service, tenant, 'enterprise')).status, 201);
  const cancelled = await registerTenant(service);
  await subscribe(service, cancelled, 'growth');
  await activate(cancelled, { cancel_at_period_end: true });
  t.is((await subscribe(service, cancelled, 'growth')).status, 201);
  const ended = await registerTenant(service);
  await subscribe(service, ended, 'growth');
  await activate(ended, { ends_at: new Date(clock.now()) });
  t.is((await subscribe(service, ended, 'growth')).status, 201);
});

test('400 for a plan that is unknown, free or not on offer, with what is', async (t) => {
  const tenant = await registerTenant(service);
  const { knex } = service.database.db;
  const code = `old-${randomUUID()}`;
  const seeded = await knex('plans').where({ code: 'growth' }).first<Record<string, unknown>>();
  await knex('plans').insert({ ...seeded, id: randomUUID(), code });
  t.is((await subscribe(service, tenant, code)).status, 201);
  await changePlan(knex, code, { active: false });
  for (const planCode of ['nothing', 'trial', code, 'constructor']) {
    const { body, status } = await subscribe(service, tenant, planCode);
    t.is(status, 400, planCode);
    const [detail] = body['details'] as { path: string; message: string }[];
    t.is(detail?.path, '/planCode');
    t.regex(detail?.message ?? '', /: starter, growth, enterprise$/);
  }
  for (const planCode of [undefined, 7, '', 'x'.repeat(65)]) {
    t.is((await subscribe(service, tenant, planCode)).status, 400, String(planCode));
  }
  const body = { planCode: 'growth', plan: 'typo' };
  const { token } = tenant;
  t.is((await service.call('POST', '/api/billing/sandbox/subscriptions', { token, body })).status, 400);
  t.deepEqual(await auditOf(tenant).then((entries) => entries.length), 1);
});

test('404 for a provider that is unknown or not configured, on both routes alike', async (t) => {
  const tenant = await registerTenant(service);
  for (const provider of ['paypal', 'stripe', 'razorpay', 'Sandbox', '__proto__']) {
    const bought = await subscribe(service, tenant, 'growth', provider);
    const told = await service.call('POST', `/api/billing/${provider}/webhook`, { body: {} });
    for (const { body, status } of [bought, told]) {
      t.is(status, 404, provider);
      t.is(body['message'], 'There is no such billing provider here');
    }
  }
  const production = await startService({ beside: service, environment: { BILLING_SANDBOX: 'false' } });
  t.teardown(() => production.close());
  t.is((await subscribe(production, tenant, 'growth')).status, 404);
  const page = await fetch(`${production.url}/sandbox/checkout/01900000-0000-7000-8000-000000000001?token=x`);
  t.is(page.status, 404);
  t.regex(page.headers.get('content-type') ?? '', /json/);
});

test('401 without a token, 403 for an analyst; no subscription is needed', async (t) => {
  const tenant = await registerTenant(service);
  t.is((await subscribe(service, { token: 'nothing' }, 'growth')).status, 401);
  t.is((await subscribe(service, await addAnalyst(service, tenant), 'growth')).status, 403);
  await service.database.db.knex('subscriptions').where({ company_id: tenant.companyId }).update({ status: 'expired' });
  t.is((await subscribe(service, tenant, 'growth')).status, 201);
});
