import { randomUUID } from 'node:crypto';
import test from 'ava';
import { countUsage } from '../../db/queries/usage.ts';
import { claimKey } from '../support/claim-key.ts';
import { createTestClock } from '../support/clock.ts';
import { limitUsage } from '../support/members.ts';
import { ingest, registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let beside: Service;
test.before(async () => {
  service = await startService();
  beside = await startService({ beside: service });
});
test.after.always(async () => {
  await beside.close();
  await service.close();
});

async function usageOf(tenant: Tenant): Promise<number> {
  const now = new Date();
  return countUsage(service.database.db.knex, tenant.companyId, now.getUTCFullYear(), now.getUTCMonth() + 1);
}

async function countRows(table: string, tenant: Tenant): Promise<number> {
  const rows: unknown[] = await service.database.db.knex(table).where({ company_id: tenant.companyId });
  return rows.length;
}

test('an accepted event is stored with its assessment and counted once', async (t) => {
  const tenant = await registerTenant(service);
  const { status, body } = await ingest(service, tenant, {
    eventType: 'payment_succeeded',
    userId: 'user-1',
    metadata: { orderId: 'order-1', deviceId: 'device-1', unknown: { nested: [1, 2, { deep: true }] } },
    paymentDetails: { methodType: 'card', amountMinor: 1_250, currency: 'EUR', cardBin: '411111', cardLast4: '1111' },
    ipGeo: { country: 'DE', lat: 52.5, lon: 13.4 },
    somethingNew: true,
  });
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), ['assessment', 'duplicate', 'id', 'status']);
  t.like(body, { status: 'accepted', duplicate: false });
  const { knex } = service.database.db;
  const { assessmentId } = body['assessment'] as { assessmentId: string };
  const stored: unknown = await knex('assessments').where({ company_id: tenant.companyId, id: assessmentId }).first();
  t.like(stored, {
    source: 'ingest',
    event_id: body['id'],
    event_type: 'payment_succeeded',
    transaction_id: 'order-1',
    user_id: 'user-1',
    amount_minor: 1_250,
    currency: 'EUR',
  });
  t.like(await knex('events').where({ company_id: tenant.companyId, id: body['id'] }).first(), {
    assessment_id: assessmentId,
  });
  t.is(await usageOf(tenant), 1);
});

test('50 concurrent deliveries of one key, over two processes, give one event, one count and equal assessments', async (t) => {
  const tenant = await registerTenant(service);
  const fields = { idempotencyKey: randomUUID(), userId: 'user-1', metadata: { deviceId: 'device-1' } };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => deliver(index % 2 ? beside : service, tenant, fields)),
  );
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is(answers.filter(({ body }) => body['duplicate'] === false).length, 1);
  t.is(new Set(answers.map(({ body }) => JSON.stringify([body['id'], body['assessment']]))).size, 1);
  t.is(await countRows('events', tenant), 1);
  t.is(await countRows('assessments', tenant), 1);
  t.is(await usageOf(tenant), 1);
});

/** Delivers as a client does: while the original is pending, it tries again. */
async function deliver(process: Service, tenant: Tenant, fields: object): Promise<Answer> {
  for (;;) {
    const answer = await ingest(process, tenant, fields);
    if (answer.body['code'] !== 'ASSESSMENT_PENDING') return answer;
  }
}

test('a reused key with another body returns the original result', async (t) => {
  const tenant = await registerTenant(service);
  const idempotencyKey = randomUUID();
  const first = await ingest(service, tenant, { idempotencyKey, userId: 'user-1' });
  const second = await ingest(service, tenant, { idempotencyKey, userId: 'user-2', eventType: 'order_created' });
  t.is(second.body['duplicate'], true);
  t.deepEqual([second.body['id'], second.body['assessment']], [first.body['id'], first.body['assessment']]);
});

test('the same key in two companies is two events', async (t) => {
  const idempotencyKey = randomUUID();
  const [one, two] = await Promise.all([registerTenant(service), registerTenant(service)]);
  t.is((await ingest(service, one, { idempotencyKey })).body['duplicate'], false);
  t.is((await ingest(service, two, { idempotencyKey })).body['duplicate'], false);
});

test('while the first delivery hangs undecided, others get ASSESSMENT_PENDING; when it dies, a retry takes over', async (t) => {
  const tenant = await registerTenant(service);
  const idempotencyKey = randomUUID();
  const hanging = await claimKey(service, tenant, idempotencyKey);
  const pending = await ingest(service, tenant, { idempotencyKey });
  t.deepEqual([pending.status, pending.body['code']], [503, 'ASSESSMENT_PENDING']);
  t.is(pending.headers.get('retry-after'), '1');
  await hanging.end();
  const retried = await ingest(service, tenant, { idempotencyKey });
  t.like(retried, { status: 200, body: { duplicate: false } });
  t.is(await usageOf(tenant), 1);
});

test('a delivery that must wait for another does not take down those that come with it', async (t) => {
  const tenant = await registerTenant(service);
  const idempotencyKey = randomUUID();
  const hanging = await claimKey(service, tenant, idempotencyKey);
  const [pending, ...others] = await Promise.all([
    ingest(service, tenant, { idempotencyKey }),
    ...Array.from({ length: 5 }, () => ingest(service, tenant)),
  ]);
  await hanging.end();
  t.is(pending.status, 503);
  for (const other of others) t.like(other, { status: 200, body: { duplicate: false } });
  t.is(await usageOf(tenant), others.length);
});

test('one key many times at once in one process, among others: each event is stored once', async (t) => {
  const tenant = await registerTenant(service);
  const keys = Array.from({ length: 24 }, (_, index) => `key-${index % 8}`);
  const answers = await Promise.all(keys.map((idempotencyKey) => deliver(service, tenant, { idempotencyKey })));
  t.is(answers.filter(({ body }) => body['duplicate'] === false).length, 8);
  t.is(new Set(answers.map(({ body }) => body['id'])).size, 8);
  t.is(await countRows('events', tenant), 8);
  t.is(await countRows('assessments', tenant), 8);
});

test('a process that freezes inside its write is cut off by the database within the takeover time', async (t) => {
  const { rows } = await service.dependencies.db.pool.query<{ setting: string }>(
    `select setting from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  t.is(rows[0]?.setting, '10000');
});

test('over the monthly limit: 402 for new events, the original answer for duplicates', async (t) => {
  const tenant = await registerTenant(service);
  await limitUsage(service, tenant, 2);
  const idempotencyKey = randomUUID();
  t.is((await ingest(service, tenant, { idempotencyKey })).status, 200);
  t.is((await ingest(service, tenant)).status, 200);
  for (const process of [service, beside]) {
    const refused = await ingest(process, tenant);
    t.deepEqual([refused.status, refused.body['code']], [402, 'USAGE_LIMIT_EXCEEDED']);
    t.like(await ingest(process, tenant, { idempotencyKey }), { status: 200, body: { duplicate: true } });
  }
  t.is(await usageOf(tenant), 2);
  await limitUsage(service, tenant, 3);
  t.is((await ingest(service, tenant)).status, 200);
});

test('more than the rate of a minute is 429 with Retry-After, also for unsigned requests, and only for that company', async (t) => {
  const strict = await startService({
    beside: service,
    clock: createTestClock(),
    environment: { INGEST_RATE_PER_MINUTE: '5' },
  });
  t.teardown(() => strict.close());
  const [busy, calm] = [await registerTenant(strict), await registerTenant(strict)];
  const answers: Answer[] = [];
  for (let index = 0; index < 12; index += 1) answers.push(await ingest(strict, busy));
  const refused = answers.filter(({ status }) => status === 429);
  // Twelve requests may fall into two windows, never into three.
  t.true(refused.length >= 2 && refused.length <= 7, `${refused.length} refused`);
  t.is(refused[0]?.body['code'], 'RATE_LIMITED');
  const retryAfter = Number(refused[0]?.headers.get('retry-after'));
  t.true(retryAfter >= 1 && retryAfter <= 60);
  t.is((await ingest(strict, calm)).status, 200);
});

test('strangers who know a companyId cannot use up its rate', async (t) => {
  const strict = await startService({
    beside: service,
    clock: createTestClock(),
    environment: { INGEST_RATE_PER_MINUTE: '5', TRUST_PROXY: 'true' },
  });
  t.teardown(() => strict.close());
  const tenant = await registerTenant(strict);
  const stranger = { companyId: tenant.companyId, secret: 'guess' };
  for (let index = 0; index < 12; index += 1) await ingest(strict, stranger, {}, { 'x-forwarded-for': '198.51.100.1' });
  t.is((await ingest(strict, stranger, {}, { 'x-forwarded-for': '198.51.100.1' })).status, 429);
  t.is((await ingest(strict, tenant, {}, { 'x-forwarded-for': '198.51.100.2' })).status, 200);
});

test('a chargeback labels the transaction it belongs to, and a dispute weighs less', async (t) => {
  const tenant = await registerTenant(service);
  const buy = (userId: string, deviceId: string, orderId: string) =>
    ingest(service, tenant, { eventType: 'payment_succeeded', userId, metadata: { deviceId, orderId } });
  await buy('fraudster', 'device-f', 'order-f');
  await buy('suspect', 'device-s', 'order-s');
  await ingest(service, tenant, {
    eventType: 'chargeback_received',
    userId: 'fraudster',
    metadata: { orderId: 'order-f' },
  });
  await ingest(service, tenant, { eventType: 'dispute_opened', userId: 'suspect', metadata: { orderId: 'order-s' } });
  // A dispute that comes after the chargeback takes nothing back from it.
  await ingest(service, tenant, {
    eventType: 'dispute_opened',
    userId: 'fraudster',
    metadata: { orderId: 'order-f' },
  });
  const score = async (deviceId: string) =>
    ((await buy(`peer-${randomUUID()}`, deviceId, randomUUID())).body['assessment'] as { riskScore: number }).riskScore;
  const [charged, disputed, neutral] = [await score('device-f'), await score('device-s'), await score('device-n')];
  t.true(charged > disputed && disputed > neutral, `${charged} ${disputed} ${neutral}`);
});
