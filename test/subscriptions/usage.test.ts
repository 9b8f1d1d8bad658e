import { randomUUID } from 'node:crypto';
import anyTest from 'ava';
import { rollUpUsage } from '../../db/queries/usage.ts';
import { createTestClock } from '../support/clock.ts';
import { ingest, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

// Statements are counted over the whole process.
const test = anyTest.serial;
const clock = createTestClock(Date.UTC(2026, 10, 21, 12));

let service: Service;
test.before(async () => {
  service = await startService({ clock });
});
test.after.always(() => service?.close());

const readUsage = async ({ token }: Tenant, query = '') => {
  const { body, status } = await service.call('GET', `/api/subscriptions/me/usage${query}`, { token });
  return { status, records: body['data'] as Record<string, unknown>[] };
};
const monthsOf = (records: Record<string, unknown>[]) =>
  records.map(({ year, month, used }) => [year, month, used].join(' '));

/** Events received at these moments. */
async function receive({ companyId }: Tenant, moments: readonly number[]): Promise<void> {
  await service.database.db.pool.query(
    `insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
     select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), unnest($2::timestamptz[])`,
    [companyId, moments.map((moment) => new Date(moment))],
  );
}

/** A subscription of the company that ran between two moments. */
async function addSubscription({ companyId }: Tenant, from: number, until: number): Promise<string> {
  const id = randomUUID();
  await service.database.db.knex('subscriptions').insert({
    company_id: companyId,
    id,
    plan_id: '01900000-0000-7000-8000-000000000003',
    status: 'expired',
    starts_at: new Date(from),
    ends_at: new Date(until),
    created_at: new Date(from),
  });
  return id;
}

test('a new company has the current month at zero, with an id that stays', async (t) => {
  const tenant = await registerTenant(service);
  const { records, status } = await readUsage(tenant);
  t.is(status, 200);
  const { token } = tenant;
  const { body: subscription } = await service.call('GET', '/api/subscriptions/me', { token });
  const { id } = records[0] ?? {};
  const { companyId } = tenant;
  const record = { companyId, subscriptionId: subscription['id'], metric: 'fraud_events_ingested' };
  t.deepEqual(records, [{ id, ...record, year: 2026, month: 11, used: 0 }]);
  t.regex(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is((await ingest(service, tenant)).status, 200);
  const idempotencyKey = randomUUID();
  await ingest(service, tenant, { idempotencyKey });
  t.like((await ingest(service, tenant, { idempotencyKey })).body, { duplicate: true });
  t.deepEqual((await readUsage(tenant)).records, [{ id, ...record, year: 2026, month: 11, used: 2 }]);
  t.not((await readUsage(await registerTenant(service))).records[0]?.['id'], id);
});

test('newest first, exact before and after roll-ups, split at UTC months, each with its subscription', async (t) => {
  const tenant = await registerTenant(service);
  const older = await addSubscription(tenant, Date.UTC(2026, 0, 1), Date.UTC(2026, 8, 10));
  const newer = await addSubscription(tenant, Date.UTC(2026, 8, 10), Date.UTC(2026, 9, 20));
  const moments = [
    Date.UTC(2025, 10, 30, 23, 59),
    Date.UTC(2025, 11, 31, 23, 59, 59, 999),
    Date.UTC(2026, 7, 31, 23, 59, 59, 999),
    Date.UTC(2026, 8, 1),
    Date.UTC(2026, 8, 30),
    Date.UTC(2026, 10, 1),
    Date.UTC(2026, 10, 21, 11),
  ];
  await receive(tenant, moments);
  const expected = ['2026 11 2', '2026 9 2', '2026 8 1'];
  const { records } = await readUsage(tenant);
  // In December nothing was subscribed yet: there is no subscription that the usage could belong to.
  t.deepEqual(monthsOf(records), expected);
  t.deepEqual(
    records.slice(1).map(({ subscriptionId }) => subscriptionId),
    [newer, older],
  );
  const { knex } = service.database.db;
  for (const through of [Date.UTC(2026, 8, 15), clock.now() - 60_000]) {
    await rollUpUsage(knex, tenant.companyId, new Date(through));
    t.deepEqual(monthsOf((await readUsage(tenant)).records), expected);
  }
  t.deepEqual(monthsOf((await readUsage(tenant, '?months=3')).records), ['2026 11 2', '2026 9 2']);
  t.deepEqual(monthsOf((await readUsage(tenant, '?months=1')).records), ['2026 11 2']);
  t.is(await countStatements(() => readUsage(tenant, '?months=1')), 2);
  t.is(await countStatements(() => readUsage(tenant, '?months=36')), 2);
});

test('400 for months out of range', async (t) => {
  const tenant = await registerTenant(service);
  for (const months of ['0', '37', '-1', '1.5', 'x', '']) {
    t.is((await readUsage(tenant, `?months=${months}`)).status, 400, months);
  }
});
