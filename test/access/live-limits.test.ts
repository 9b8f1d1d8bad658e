import { randomUUID } from 'node:crypto';
import anyTest from 'ava';
import { changePlan, type PlanChanges } from '../../db/queries/plans.ts';
import { createTestClock } from '../support/clock.ts';
import { subscribe } from '../support/checkout.ts';
import { ingest, registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

// The plans belong to all: tests take turns.
const test = anyTest.serial;
const MINUTE_MS = 60_000;
const clock = createTestClock();

let service: Service;
let beside: Service;
test.before(async () => {
  service = await startService({ clock });
  beside = await startService({ beside: service, clock });
});
test.beforeEach(async () => {
  await change({ monthlyEventLimit: null, ingestRatePerMinute: 6_000 });
  // The next minute, from its first second.
  clock.advance(MINUTE_MS - (clock.now() % MINUTE_MS));
});
test.after.always(async () => {
  await beside?.close();
  await service?.close();
});

/** What an operator does, while both processes run. */
const change = (changes: PlanChanges) => changePlan(service.database.db.knex, 'trial', changes);
const both = async (tenant: Tenant, fields?: object) => [
  await ingest(service, tenant, fields),
  await ingest(beside, tenant, fields),
];
const codes = (answers: Answer[]) => answers.map(({ body, status }) => (status === 200 ? 200 : body['code']));
const countEvents = async ({ companyId }: Tenant) =>
  (await service.database.db.knex('event_keys').where({ company_id: companyId })).length;

test('a limit set, raised, lowered and lifted holds from the next event on, in every process', async (t) => {
  const tenant = await registerTenant(service);
  const idempotencyKey = randomUUID();
  t.deepEqual(codes(await both(tenant)), [200, 200], 'no limit');
  t.deepEqual(codes(await both(tenant, { idempotencyKey })), [200, 200]);

  await change({ monthlyEventLimit: 3 });
  t.deepEqual(codes(await both(tenant)), ['USAGE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED']);
  const duplicates = await both(tenant, { idempotencyKey });
  t.true(duplicates.every(({ body, status }) => status === 200 && body['duplicate'] === true));
  t.is(duplicates[0]?.status, 200);
  t.is(await countEvents(tenant), 3);

  await change({ monthlyEventLimit: 5 });
  t.deepEqual(codes(await both(tenant)), [200, 200]);
  t.deepEqual(codes(await both(tenant)), ['USAGE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED']);
  await change({ monthlyEventLimit: 1_000_000 });
  t.deepEqual(codes(await both(tenant)), [200, 200]);
  await change({ monthlyEventLimit: 7 });
  t.deepEqual(codes(await both(tenant)), ['USAGE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED']);
  await change({ monthlyEventLimit: 0 });
  t.deepEqual(codes(await both(tenant)), ['USAGE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED']);
  await change({ monthlyEventLimit: null });
  t.deepEqual(codes(await both(tenant)), [200, 200]);
  t.is(await countEvents(tenant), 9);
});

test('sent to two processes in turns, a small limit is met exactly', async (t) => {
  const tenant = await registerTenant(service);
  await change({ monthlyEventLimit: 11 });
  let accepted = 0;
  for (let index = 0; index < 12; index += 1) {
    for (const { status } of await both(tenant)) accepted += status === 200 ? 1 : 0;
  }
  t.is(accepted, 11);
  t.is(await countEvents(tenant), 11);
});

test('a rate lowered is 429 with Retry-After in every process, raised it lets events in within the same minute', async (t) => {
  const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
  for (let index = 0; index < 3; index += 1) t.deepEqual(codes(await both(tenant)), [200, 200]);
  await change({ ingestRatePerMinute: 5 });
  const refused = await both(tenant);
  t.deepEqual(codes(refused), ['RATE_LIMITED', 'RATE_LIMITED']);
  t.deepEqual(
    refused.map(({ headers, status }) => [status, headers.get('retry-after')]),
    [
      [429, '60'],
      [429, '60'],
    ],
  );
  t.deepEqual(codes(await both(other)), [200, 200], 'each company has its own');
  await change({ ingestRatePerMinute: 6_000 });
  t.deepEqual(codes(await both(tenant)), [200, 200]);
  await change({ ingestRatePerMinute: 5 });
  t.deepEqual(codes(await both(tenant)), ['RATE_LIMITED', 'RATE_LIMITED']);
  clock.advance(MINUTE_MS);
  const next = [...(await both(tenant)), ...(await both(tenant)), ...(await both(tenant))];
  t.is(next.filter(({ status }) => status === 200).length, 5);
  t.is(next.filter(({ status }) => status === 429).length, 1);
});

test('a company that moves to a smaller plan is measured by that one at once', async (t) => {
  const tenant = await registerTenant(service);
  for (let index = 0; index < 2; index += 1) t.deepEqual(codes(await both(tenant)), [200, 200]);
  await subscribe(service, tenant, 'starter');
  await changePlan(service.database.db.knex, 'starter', { monthlyEventLimit: 4 });
  t.deepEqual(codes(await both(tenant)), [200, 200]);
  await service.database.db
    .knex('subscriptions')
    .where({ company_id: tenant.companyId, status: 'pending' })
    .update({ status: 'active', starts_at: new Date(clock.now()) });
  t.deepEqual(codes(await both(tenant)), ['USAGE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED']);
});
