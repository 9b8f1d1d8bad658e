import { randomUUID } from 'node:crypto';
import anyTest from 'ava';
import Stripe from 'stripe';
import { subscribe } from '../support/checkout.ts';
import { answerJson, applyNotifications, startWithProvider } from '../support/provider-api.ts';
import { registerTenant, type Answer, type Service } from '../support/service.ts';
import { hang, type Behaviour } from '../support/webhook-receiver.ts';

// Each has a service of its own: one at a time, so that they do not starve each other.
const test = anyTest.serial;
const SECRET = 'whsec_of_the_test';
const settings = (url: string) => ({
  STRIPE_SECRET_KEY: 'sk_test_of_the_test',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICES: 'starter=price_starter, growth=price_growth',
  STRIPE_API_URL: url,
  BILLING_TIMEOUT_MS: '300',
});
const CHECKOUT_URL = 'https://checkout.stripe.com/c/pay/cs_test_1';
const session = { id: 'cs_test_1', object: 'checkout.session', url: CHECKOUT_URL, subscription: null, customer: null };

/** As Stripe signs: its own library makes the header. */
function deliver(
  service: Service,
  payload: string,
  { timestamp = Date.now() / 1000, secret = SECRET, sent = payload } = {},
) {
  const stripe = new Stripe('sk_test_of_the_test');
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(timestamp) });
  return service.call('POST', '/api/billing/stripe/webhook', { body: sent, headers: { 'stripe-signature': header } });
}

const hangUp: Behaviour = (response) => void response.destroy();
const isRefused = ({ status, body }: Answer) => status === 401 && body['message'] === 'Invalid webhook signature';

test('the checkout is asked for at Stripe, with what brings the answer back to the subscription', async (t) => {
  const { service, provider } = await startWithProvider(t, settings);
  provider.behave(answerJson(200, session));
  const tenant = await registerTenant(service);
  const answer = await subscribe(service, tenant, 'growth', 'stripe');
  t.is(answer.status, 201);
  t.is(answer.body['shortUrl'], CHECKOUT_URL);
  const { id } = answer.body['subscription'] as { id: string };
  const [request] = provider.received;
  t.is(request?.path, '/v1/checkout/sessions');
  t.is(request?.headers.authorization, 'Bearer sk_test_of_the_test');
  t.is(request?.headers['idempotency-key'], id);
  const { companyId, email } = tenant;
  const { publicUrl } = service.dependencies.config;
  const { expires_at: expiresAt, ...form } = Object.fromEntries(new URLSearchParams(request?.body));
  t.deepEqual(form, {
    mode: 'subscription',
    'line_items[0][price]': 'price_growth',
    'line_items[0][quantity]': '1',
    client_reference_id: id,
    customer_email: email,
    'metadata[companyId]': companyId,
    'metadata[subscriptionId]': id,
    'subscription_data[metadata][companyId]': companyId,
    'subscription_data[metadata][subscriptionId]': id,
    success_url: `${publicUrl}/`,
    cancel_url: `${publicUrl}/`,
  });
  const hours = (Number(expiresAt) - Date.now() / 1000) / 3600;
  t.true(hours > 11 && hours < 24, 'Stripe takes from 30 minutes to 24 hours');
  const enterprise = await subscribe(service, tenant, 'enterprise', 'stripe');
  t.is(enterprise.status, 400);
  t.regex(JSON.stringify(enterprise.body['details']), /starter, growth"/);
});

test('503 and nothing is left when Stripe fails, refuses, is late or hangs up', async (t) => {
  const { service, provider } = await startWithProvider(t, settings);
  const tenant = await registerTenant(service);
  const refused = answerJson(400, { error: { type: 'invalid_request_error', message: 'No such price' } });
  for (const behaviour of [answerJson(500, {}), refused, hang, hangUp, answerJson(200, { ...session, url: null })]) {
    provider.behave(behaviour);
    const { body, headers, status } = await subscribe(service, tenant, 'growth', 'stripe');
    t.like({ status, body }, { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    t.regex(String(body['message']), /nothing was ordered/);
    t.truthy(headers.get('retry-after'));
    t.notRegex(JSON.stringify(body), /price|sk_test/);
  }
  const { knex } = service.database.db;
  t.is((await knex('subscriptions').where({ company_id: tenant.companyId, status: 'pending' })).length, 0);
  t.is((await knex('audit_logs').where({ company_id: tenant.companyId, action: 'subscription.requested' })).length, 0);
  provider.behave(answerJson(200, session));
  t.is((await subscribe(service, tenant, 'growth', 'stripe')).status, 201, 'it can be tried again');
});

test('a notification counts only with a fresh signature over its exact bytes', async (t) => {
  const { service } = await startWithProvider(t, settings);
  const event = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'ping', created: 1 }, null, 2);
  t.true(isRefused(await deliver(service, event, { secret: 'whsec_other' })));
  t.true(isRefused(await deliver(service, event, { sent: JSON.stringify(JSON.parse(event)) })), 're-serialised');
  t.true(isRefused(await deliver(service, event, { sent: `${event} ` })));
  t.true(isRefused(await deliver(service, event, { timestamp: Date.now() / 1000 - 301 })), 'replayed later');
  for (const header of ['', 'v1', 't=1', 't,v1', 't=1,v1=', `t=${Date.now()},v1=zz`]) {
    const headers = { 'stripe-signature': header };
    t.true(isRefused(await service.call('POST', '/api/billing/stripe/webhook', { body: event, headers })), header);
  }
  t.true(isRefused(await service.call('POST', '/api/billing/stripe/webhook', { body: event })));
  t.true(isRefused(await service.call('POST', '/api/billing/stripe/webhook')));
  t.is((await service.database.db.knex('billing_events')).length, 0);
  const taken = await deliver(service, event, { timestamp: Date.now() / 1000 - 290 });
  t.like(taken, { status: 200, body: { received: true, duplicate: false } });
  t.like(await deliver(service, event), { status: 200, body: { duplicate: true } });
  t.is((await service.database.db.knex('billing_events')).length, 1);
});

test('signed rubbish is 400, never 500', async (t) => {
  const { service } = await startWithProvider(t, settings);
  const bodies = [
    'nothing',
    '[]',
    '7',
    '{}',
    '{"id":7}',
    '{"id":""}',
    `{"id":"${'x'.repeat(257)}"}`,
    '{"id":"a\\u0000"}',
  ];
  for (const body of [...bodies, '{"id":"a","b":"\\u0000"}', '{"id":"a","object":"v2.core.event","n":1e999}']) {
    t.is((await deliver(service, body)).status, 400, body);
  }
});

test('Stripe events make the subscription active', async (t) => {
  const { service, provider } = await startWithProvider(t, settings);
  provider.behave(answerJson(200, session));
  const tenant = await registerTenant(service);
  const { id } = (await subscribe(service, tenant, 'growth', 'stripe')).body['subscription'] as { id: string };
  const now = Math.floor(Date.now() / 1000);
  const subscription = {
    id: `sub_${randomUUID()}`,
    object: 'subscription',
    status: 'active',
    customer: 'cus_1',
    cancel_at_period_end: false,
    metadata: { companyId: tenant.companyId, subscriptionId: id },
    items: { data: [{ current_period_start: now, current_period_end: now + 30 * 86_400 }] },
  };
  const event = {
    id: `evt_${randomUUID()}`,
    type: 'customer.subscription.created',
    created: now,
    data: { object: subscription },
  };
  t.is((await deliver(service, JSON.stringify(event))).status, 200);
  await applyNotifications(service);
  const { body } = await service.call('GET', '/api/subscriptions/me', { token: tenant.token });
  t.like(body, {
    id,
    providerSubscriptionId: subscription.id,
    providerCustomerId: 'cus_1',
    status: 'active',
    plan: { code: 'growth' },
  });
});
