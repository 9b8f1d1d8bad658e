import { randomUUID } from 'node:crypto';
import anyTest from 'ava';
import { changePlan } from '../../db/queries/plans.ts';
import { readMine } from '../support/checkout.ts';
import { addAnalyst, expireSubscription } from '../support/members.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

// Statements are counted over the whole process.
const test = anyTest.serial;

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const listPlans = async () => {
  const { body, status } = await service.call('GET', '/api/plans');
  return { status, plans: body['data'] as Record<string, unknown>[] };
};

test('GET /plans needs nobody: active plans, cheapest first, in one statement', async (t) => {
  const { knex } = service.database.db;
  await listPlans();
  t.is(await countStatements(listPlans), 1);
  const { plans, status } = await listPlans();
  t.is(status, 200);
  t.deepEqual(
    plans.map(({ code }) => code),
    ['trial', 'starter', 'growth', 'enterprise'],
  );
  t.deepEqual(plans[1], {
    id: '01900000-0000-7000-8000-000000000002',
    code: 'starter',
    name: 'Starter',
    priceMinor: 4_900,
    currency: 'USD',
    interval: 'month',
    features: ['event_explorer', 'reviews'],
    limits: { fraud_events_ingested: 100_000 },
    active: true,
    providers: ['sandbox'],
  });
  t.deepEqual(plans[0]?.['providers'], [], 'nobody buys what is free');
  t.deepEqual(plans[3]?.['limits'], { fraud_events_ingested: null });
  await changePlan(knex, 'growth', { active: false });
  await changePlan(knex, 'starter', { priceMinor: 500_000 });
  t.deepEqual(
    (await listPlans()).plans.map(({ code }) => code),
    ['trial', 'enterprise', 'starter'],
  );
  await changePlan(knex, 'growth', { active: true });
  await changePlan(knex, 'starter', { priceMinor: 4_900 });
});

test('GET /subscriptions/me: the active subscription with its plan, in two statements', async (t) => {
  const tenant = await registerTenant(service);
  // The first time, the query builder also asks for the columns.
  await readMine(service, tenant);
  t.is(await countStatements(() => readMine(service, tenant)), 2);
  const { body, status } = await readMine(service, tenant);
  t.is(status, 200);
  const { plan, ...subscription } = body;
  t.like(plan, { code: 'trial', priceMinor: 0, limits: { fraud_events_ingested: 1_000_000 } });
  const { id, startsAt, endsAt } = subscription as Record<string, string>;
  t.deepEqual(subscription, {
    id,
    companyId: tenant.companyId,
    planId: '01900000-0000-7000-8000-000000000001',
    status: 'active',
    providerSubscriptionId: null,
    providerCustomerId: null,
    startsAt,
    endsAt,
    cancelAtPeriodEnd: false,
    metadata: null,
  });
  t.is(Date.parse(endsAt ?? '') - Date.parse(startsAt ?? ''), 14 * 86_400_000);
});

test('404 without an active one: expired, past its end, or pending only', async (t) => {
  const { knex } = service.database.db;
  const [expired, overdue, pending] = [
    await registerTenant(service),
    await registerTenant(service),
    await registerTenant(service),
  ];
  await expireSubscription(service, expired);
  await knex('subscriptions').where({ company_id: overdue.companyId }).update({ ends_at: new Date() });
  await knex('subscriptions').where({ company_id: pending.companyId }).update({ status: 'pending' });
  for (const tenant of [expired, overdue, pending]) {
    const { body, status } = await readMine(service, tenant);
    t.is(status, 404);
    t.like(body, { code: 'NOT_FOUND', message: 'The company has no active subscription' });
  }
});

test('subscription and usage: 401 without a token, 403 for an analyst', async (t) => {
  const analyst = await addAnalyst(service, await registerTenant(service));
  for (const path of ['/api/subscriptions/me', '/api/subscriptions/me/usage']) {
    t.is((await service.call('GET', path)).status, 401);
    t.is((await service.call('GET', path, { token: randomUUID() })).status, 401);
    t.is((await service.call('GET', path, analyst)).status, 403);
  }
});
