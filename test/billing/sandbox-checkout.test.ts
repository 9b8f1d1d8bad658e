import anyTest from 'ava';
import { waitUntil } from '../jobs/support.ts';
import { createTestClock } from '../support/clock.ts';
import { notify, readMine, subscribe, visit, waitForPlan } from '../support/checkout.ts';
import { assess, ingest, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { startWorkers, type TestWorkers } from '../support/workers.ts';

// One worker for all: tests take turns with the clock.
const test = anyTest.serial;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = createTestClock();

let service: Service;
let workers: TestWorkers;
test.before(async () => {
  service = await startService({
    clock,
    environment: { ACCESS_TOKEN_TTL_SECONDS: '86400', CONSOLE_IDLE_MINUTES: '1500' },
  });
  workers = await startWorkers(service);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

const login = async ({ companyId, email, password }: Tenant) =>
  (await service.call('POST', '/api/auth/login', { body: { companyId, email, password } })).body;

/** A company that paid for a plan on the page, its worker done. */
async function buy(plan: string): Promise<{ tenant: Tenant; shortUrl: string }> {
  const tenant = await registerTenant(service);
  const shortUrl = String((await subscribe(service, tenant, plan)).body['shortUrl']);
  await visit(service, shortUrl, 'confirm');
  await waitForPlan(service, tenant, plan);
  return { tenant, shortUrl };
}

test('a whole purchase offline: pending, confirmed on the page, active, and the new plan is what counts', async (t) => {
  const tenant = await registerTenant(service);
  t.like(await login(tenant), { planCode: 'trial', subscriptionStatus: 'active' });
  const answer = await subscribe(service, tenant, 'starter');
  t.is(answer.status, 201);
  const bought = answer.body['subscription'] as Record<string, unknown>;
  t.like(bought, { companyId: tenant.companyId, status: 'pending', endsAt: null, plan: { code: 'starter' } });
  t.like((await readMine(service, tenant)).body, { status: 'active', plan: { code: 'trial' } });
  const { shortUrl } = answer.body;
  t.true(String(shortUrl).startsWith(service.dependencies.config.publicUrl));

  const page = await visit(service, shortUrl);
  t.is(page.status, 200);
  t.regex(page.html, /Starter[\s\S]*\$49\.00 per month[\s\S]*Confirm payment/);
  const paid = await visit(service, shortUrl, 'confirm');
  t.is(paid.status, 200);
  t.regex(paid.html, /becomes active in a moment|is active/);
  t.notRegex(paid.html, /<form/);
  await waitForPlan(service, tenant, 'starter');

  const { body: mine } = await readMine(service, tenant);
  t.like(mine, { id: bought['id'], status: 'active', providerSubscriptionId: bought['providerSubscriptionId'] });
  t.is(mine['startsAt'], new Date(clock.now()).toISOString());
  t.true(Date.parse(String(mine['endsAt'])) >= clock.now() + 28 * DAY_MS);
  const features = ['event_explorer', 'reviews'];
  t.like(await login(tenant), { planCode: 'starter', subscriptionStatus: 'active', planFeatures: features });
  t.regex((await visit(service, shortUrl)).html, /is active/);
  // The token of before the purchase is judged by the new plan, too.
  const { access } = service.dependencies;
  const request = { headers: { authorization: `Bearer ${tenant.token}` }, ip: '127.0.0.1' };
  await t.throwsAsync(access.authorize({ kind: 'bearer', feature: 'graph_explorer' }, request), {
    message: /plan does not include/,
  });
});

test('confirmed twice, also at once, it is paid once', async (t) => {
  const tenant = await registerTenant(service);
  const { shortUrl } = (await subscribe(service, tenant, 'growth')).body;
  const pages = await Promise.all(Array.from({ length: 4 }, () => visit(service, shortUrl, 'confirm')));
  t.deepEqual(
    pages.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  await waitForPlan(service, tenant, 'growth');
  const { body: before } = await readMine(service, tenant);
  clock.advance(HOUR_MS);
  t.regex((await visit(service, shortUrl, 'confirm')).html, /is active/);
  t.deepEqual((await readMine(service, tenant)).body, before);
  const events = await service.database.db
    .knex('billing_events')
    .where('provider_event_id', 'like', `%${String(before['id'])}%`);
  t.is(events.length, 1);
});

test('declined, nothing happens, and it can still be confirmed', async (t) => {
  const tenant = await registerTenant(service);
  const { shortUrl } = (await subscribe(service, tenant, 'growth')).body;
  const declined = await visit(service, shortUrl, 'decline');
  t.regex(declined.html, /nothing was charged[\s\S]*Confirm payment/);
  t.regex((await visit(service, shortUrl, 'anything else')).html, /Confirm payment/);
  t.like((await readMine(service, tenant)).body, { plan: { code: 'trial' } });
  await visit(service, shortUrl, 'confirm');
  await t.notThrowsAsync(waitForPlan(service, tenant, 'growth'));
});

test('a link that was made up, changed or has expired confirms nothing and says so', async (t) => {
  const tenant = await registerTenant(service);
  const { shortUrl } = (await subscribe(service, tenant, 'growth')).body;
  const url = String(shortUrl);
  const later = url.replace(/\.(\d{10})\./, (_, seconds: string) => `.${Number(seconds) + 1}.`);
  t.not(later, url);
  for (const changed of [url.replace(/\?.*/, ''), `${url}x`, url.slice(0, -1), later, `${url}&token=x`]) {
    const { html, status } = await visit(service, changed, 'confirm');
    t.is(status, 404, changed);
    t.regex(html, /No such checkout/);
  }
  t.is((await visit(service, url.replace(/checkout\/[^?]*/, 'checkout/x'))).status, 404);
  clock.advance(12 * HOUR_MS);
  const expired = await visit(service, url, 'confirm');
  t.is(expired.status, 410);
  t.regex(expired.html, /has expired/);
  t.deepEqual(
    await service.database.db.knex('billing_events').where('provider_event_id', 'like', `%${tenant.companyId}%`),
    [],
  );
  t.like((await readMine(service, tenant)).body, { plan: { code: 'trial' } });
});

test('what comes again, or in the wrong order, changes nothing twice', async (t) => {
  const { tenant } = await buy('starter');
  const { body: bought } = await readMine(service, tenant);
  const event = (id: string, type: string, days: number) => ({
    id: `${String(bought['id'])}-${id}`,
    type: `subscription.${type}`,
    occurredAt: new Date(clock.now() + days * DAY_MS).toISOString(),
    subscription: {
      id: bought['providerSubscriptionId'],
      periodStart: new Date(clock.now() + days * DAY_MS).toISOString(),
      periodEnd: new Date(clock.now() + (days + 30) * DAY_MS).toISOString(),
    },
  });
  const [second, first] = [event('b', 'renewed', 60), event('a', 'renewed', 30)];
  t.like(await notify(service, second), { status: 200, body: { received: true, duplicate: false } });
  const end = second.subscription.periodEnd;
  const isExtended = async () => (await readMine(service, tenant)).body['endsAt'] === end;
  await waitUntil(isExtended, 'the renewal is applied');
  const settled = async (id: string) =>
    (await service.database.db.knex('billing_events').where({ provider_event_id: id }).whereNotNull('settled_at'))
      .length === 1;
  t.is((await notify(service, first)).body['duplicate'], false);
  await waitUntil(() => settled(first.id), 'the earlier one is applied');
  t.true(await isExtended());
  const { body: before } = await readMine(service, tenant);
  for (const again of [first, second]) t.like(await notify(service, again), { status: 200, body: { duplicate: true } });
  t.deepEqual((await readMine(service, tenant)).body, before);
});

test('past its end it is over at once: 404, 402, and login says so', async (t) => {
  const { tenant, shortUrl } = await buy('starter');
  clock.advance(40 * DAY_MS);
  const fresh = { ...tenant, token: String((await login(tenant))['accessToken']) };
  t.like(await readMine(service, fresh), { status: 404, body: { code: 'NOT_FOUND' } });
  t.like(await assess(service, fresh), { status: 402, body: { code: 'SUBSCRIPTION_REQUIRED' } });
  t.like(await ingest(service, fresh), { status: 402, body: { code: 'SUBSCRIPTION_REQUIRED' } });
  t.like(await login(tenant), { subscriptionStatus: 'expired', planCode: 'starter', planFeatures: [] });
  t.regex((await visit(service, shortUrl, 'confirm')).html, /has ended/);
  // It can be bought anew.
  const again = await subscribe(service, fresh, 'starter');
  t.is(again.status, 201);
  await visit(service, again.body['shortUrl'], 'confirm');
  await waitForPlan(service, fresh, 'starter');
  t.is((await assess(service, fresh)).status, 200);
});
