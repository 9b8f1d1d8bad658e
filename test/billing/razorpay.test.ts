import { createHmac, randomUUID } from 'node:crypto';
import anyTest from 'ava';
import { subscribe } from '../support/checkout.ts';
import { answerJson, applyNotifications, startWithProvider } from '../support/provider-api.ts';
import { registerTenant, type Answer, type Service } from '../support/service.ts';
import { hang, type Behaviour } from '../support/webhook-receiver.ts';

// Each has a service of its own: one at a time, so that they do not starve each other.
const test = anyTest.serial;
const SECRET = 'the webhook secret';
const settings = (url: string) => ({
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'the key secret',
  RAZORPAY_WEBHOOK_SECRET: SECRET,
  RAZORPAY_PLANS: 'growth=plan_growth',
  RAZORPAY_API_URL: url,
  BILLING_TIMEOUT_MS: '300',
});
const SHORT_URL = 'https://rzp.io/i/abc';
const created = (id = `sub_${randomUUID()}`) => ({
  id,
  entity: 'subscription',
  status: 'created',
  short_url: SHORT_URL,
});

function deliver(
  service: Service,
  payload: string,
  options: { secret?: string; sent?: string; eventId?: string } = {},
) {
  const { secret = SECRET, sent = payload, eventId = randomUUID() } = options;
  const headers = {
    'x-razorpay-signature': createHmac('sha256', secret).update(payload).digest('hex'),
    ...(eventId && { 'x-razorpay-event-id': eventId }),
  };
  return service.call('POST', '/api/billing/razorpay/webhook', { body: sent, headers });
}

const hangUp: Behaviour = (response) => void response.destroy();
const isRefused = ({ status, body }: Answer) => status === 401 && body['message'] === 'Invalid webhook signature';

test('the subscription is made at Razorpay, and its id is known at once', async (t) => {
  const { service, provider } = await startWithProvider(t, settings);
  const razorpay = created();
  provider.behave(answerJson(200, razorpay));
  const tenant = await registerTenant(service);
  const answer = await subscribe(service, tenant, 'growth', 'razorpay');
  t.is(answer.status, 201);
  t.like(answer.body, {
    shortUrl: SHORT_URL,
    subscription: { providerSubscriptionId: razorpay.id, status: 'pending' },
  });
  const { id } = answer.body['subscription'] as { id: string };
  const [request] = provider.received;
  t.is(request?.path, '/v1/subscriptions');
  t.is(request?.headers.authorization, `Basic ${Buffer.from('rzp_test_key:the key secret').toString('base64')}`);
  const { expire_by: expireBy, ...body } = JSON.parse(request?.body ?? '') as Record<string, unknown>;
  t.deepEqual(body, {
    plan_id: 'plan_growth',
    total_count: 120,
    quantity: 1,
    customer_notify: 1,
    notes: { companyId: tenant.companyId, subscriptionId: id },
  });
  t.true(Number(expireBy) > Date.now() / 1000);
});

test('503 and nothing is left when Razorpay fails, refuses, redirects, is late or hangs up', async (t) => {
  const { service, provider } = await startWithProvider(t, settings);
  const tenant = await registerTenant(service);
  const refused = answerJson(400, { error: { code: 'BAD_REQUEST_ERROR', description: 'plan_growth does not exist' } });
  const elsewhere: typeof refused = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
  for (const behaviour of [answerJson(502, {}), refused, elsewhere, hang, hangUp, answerJson(200, {})]) {
    provider.behave(behaviour);
    const { body, status } = await subscribe(service, tenant, 'growth', 'razorpay');
    t.like({ status, body }, { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    t.notRegex(JSON.stringify(body), /plan_growth|rzp/);
  }
  t.true(provider.received.every(({ path }) => path === '/v1/subscriptions'));
  const { knex } = service.database.db;
  t.is((await knex('subscriptions').where({ company_id: tenant.companyId, status: 'pending' })).length, 0);
});

test('a notification counts only with a signature over its exact bytes', async (t) => {
  const { service } = await startWithProvider(t, settings);
  const event = JSON.stringify({ event: 'ping', created_at: 1 }, null, 2);
  t.true(isRefused(await deliver(service, event, { secret: 'another secret' })));
  t.true(isRefused(await deliver(service, event, { sent: JSON.stringify(JSON.parse(event)) })), 're-serialised');
  for (const signature of ['', 'zz', '00'.repeat(32)]) {
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'a' };
    t.true(isRefused(await service.call('POST', '/api/billing/razorpay/webhook', { body: event, headers })), signature);
  }
  t.true(isRefused(await service.call('POST', '/api/billing/razorpay/webhook', { body: event })));
  const eventId = randomUUID();
  t.like(await deliver(service, event, { eventId }), { status: 200, body: { duplicate: false } });
  t.like(await deliver(service, event, { eventId }), { status: 200, body: { duplicate: true } });
  // The id in the header is not signed: the same bytes are the same event.
  const replayed = await Promise.all(['', randomUUID()].map((id) => deliver(service, event, { eventId: id })));
  t.true(replayed.every(({ body }) => body['duplicate'] === true));
  const other = JSON.stringify({ event: 'ping', created_at: 2 });
  const atOnce = await Promise.all([1, 2, 3].map(() => deliver(service, other)));
  t.is(atOnce.filter(({ body }) => body['duplicate'] === false).length, 1);
  t.is((await service.database.db.knex('billing_events')).length, 2);
  t.is((await deliver(service, 'nothing')).status, 400);
});

test('Razorpay events make the subscription active', async (t) => {
  const { service, provider } = await startWithProvider(t, settings);
  const razorpay = created();
  provider.behave(answerJson(200, razorpay));
  const tenant = await registerTenant(service);
  await subscribe(service, tenant, 'growth', 'razorpay');
  const now = Math.floor(Date.now() / 1000);
  const entity = {
    ...razorpay,
    status: 'active',
    customer_id: 'cust_1',
    current_start: now,
    current_end: now + 86_400,
  };
  const event = { event: 'subscription.activated', created_at: now, payload: { subscription: { entity } } };
  t.is((await deliver(service, JSON.stringify(event))).status, 200);
  await applyNotifications(service);
  const { body } = await service.call('GET', '/api/subscriptions/me', { token: tenant.token });
  t.like(body, { providerSubscriptionId: razorpay.id, providerCustomerId: 'cust_1', plan: { code: 'growth' } });
});
