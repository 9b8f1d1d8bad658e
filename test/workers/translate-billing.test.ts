import test from 'ava';
import fc from 'fast-check';
import { readEventType, translateEvent } from '../../workers/billing/translate.ts';

const [CREATED, PERIOD_START, PERIOD_END, NEXT_END] = [1_795_000_000, 1_795_000_100, 1_797_592_100, 1_800_270_500];
const date = (seconds: number) => new Date(seconds * 1000);
const period = { start: date(PERIOD_START), end: date(PERIOD_END) };
const opener = {
  companyId: '01931f00-0000-7000-8000-000000000001',
  subscriptionId: '01931f00-0000-7000-8000-000000000002',
};
const changeOf = (provider: string, payload: unknown) => {
  const translation = translateEvent(provider, payload);
  return 'change' in translation ? translation.change : undefined;
};
const ignored = (provider: string, payload: unknown) => {
  const translation = translateEvent(provider, payload);
  return 'ignored' in translation ? translation.ignored : undefined;
};

const stripeEvent = (type: string, object: object) => ({ id: 'evt_1', type, created: CREATED, data: { object } });
const stripeSubscription = (fields: object) => ({
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  cancel_at: null,
  cancel_at_period_end: false,
  ended_at: null,
  metadata: opener,
  items: { data: [{ id: 'si_1', current_period_start: PERIOD_START, current_period_end: PERIOD_END }] },
  ...fields,
});
const updated = (fields: object) =>
  changeOf('stripe', stripeEvent('customer.subscription.updated', stripeSubscription(fields)));

test('stripe: the period of a subscription, of its items since 2025 and its own before', (t) => {
  const expected = {
    providerSubscriptionId: 'sub_1',
    occurredAt: date(CREATED),
    standing: 'active',
    customerId: 'cus_1',
    cancelAtPeriodEnd: false,
    opener,
    // The status alone is worth three days; a paid invoice pays for the rest.
    period: { start: period.start, end: date(PERIOD_START + 3 * 86_400) },
  };
  t.deepEqual<unknown, unknown>(updated({}), expected);
  t.deepEqual(updated({ status: 'trialing' })?.period, period);
  const short = { data: [{ current_period_start: PERIOD_START, current_period_end: PERIOD_START + 60 }] };
  t.deepEqual(updated({ items: short })?.period?.end, date(PERIOD_START + 60));
  const before2025 = { items: { data: [{}] }, current_period_start: PERIOD_START, current_period_end: PERIOD_END };
  t.deepEqual<unknown, unknown>(updated(before2025), expected);
});

test('stripe: each status of a subscription', (t) => {
  const standings = Object.fromEntries(
    ['trialing', 'incomplete', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete_expired'].map((status) => [
      status,
      updated({ status })?.standing,
    ]),
  );
  t.deepEqual(standings, {
    trialing: 'active',
    incomplete: 'noted',
    past_due: 'noted',
    unpaid: 'suspended',
    paused: 'suspended',
    canceled: 'ended',
    incomplete_expired: 'ended',
  });
  t.is(updated({ status: 'past_due' })?.period, undefined);
});

test('stripe: a deleted subscription ends when it says, and a cancellation may be a date', (t) => {
  const deleted = stripeEvent('customer.subscription.deleted', stripeSubscription({ ended_at: PERIOD_END }));
  t.like(changeOf('stripe', deleted), { standing: 'ended', endsAt: date(PERIOD_END) });
  t.true(updated({ cancel_at_period_end: true })?.cancelAtPeriodEnd);
  t.true(updated({ cancel_at: PERIOD_END })?.cancelAtPeriodEnd);
  t.false(updated({ cancel_at: NEXT_END })?.cancelAtPeriodEnd);
});

test('stripe: a checkout names our subscription, by metadata or by reference', (t) => {
  const session = { id: 'cs_1', mode: 'subscription', subscription: 'sub_1', customer: 'cus_1' };
  const completed = (fields: object) =>
    changeOf('stripe', stripeEvent('checkout.session.completed', { ...session, ...fields }));
  t.like(completed({ metadata: opener }), { standing: 'noted', providerSubscriptionId: 'sub_1', opener });
  const { companyId, subscriptionId } = opener;
  t.deepEqual(completed({ metadata: { companyId }, client_reference_id: subscriptionId })?.opener, opener);
  t.is(completed({ metadata: { companyId, subscriptionId: "'; drop" } })?.opener, undefined);
  t.is(completed({ subscription: null }), undefined);
});

test('stripe: a paid invoice pays for the period of its lines, of both shapes', (t) => {
  const lines = {
    data: [{ period: { start: PERIOD_START, end: PERIOD_START } }, { period: { start: PERIOD_END, end: NEXT_END } }],
  };
  const shapes = [
    { subscription: 'sub_1', subscription_details: { metadata: opener } },
    { parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1', metadata: opener } } },
    { subscription: { id: 'sub_1' }, subscription_details: { metadata: opener } },
  ];
  for (const shape of shapes) {
    const invoice = { id: 'in_1', customer: { id: 'cus_1' }, period_start: 1, period_end: 2, lines, ...shape };
    for (const type of ['invoice.paid', 'invoice.payment_succeeded']) {
      t.like(changeOf('stripe', stripeEvent(type, invoice)), {
        providerSubscriptionId: 'sub_1',
        standing: 'active',
        customerId: 'cus_1',
        period: { start: date(PERIOD_END), end: date(NEXT_END) },
        opener,
      });
    }
    t.like(changeOf('stripe', stripeEvent('invoice.payment_failed', invoice)), { standing: 'noted' });
  }
  t.is(ignored('stripe', stripeEvent('invoice.paid', { id: 'in_1', lines })), 'of no subscription');
});

const razorpayEvent = (event: string, fields: object = {}) => ({
  entity: 'event',
  event,
  created_at: CREATED,
  payload: {
    subscription: {
      entity: {
        id: 'sub_R1',
        customer_id: 'cust_1',
        status: 'active',
        current_start: PERIOD_START,
        current_end: PERIOD_END,
        ended_at: null,
        ...fields,
      },
    },
  },
});

test('razorpay: each event', (t) => {
  const standings = (events: string[]) =>
    events.map((event) => changeOf('razorpay', razorpayEvent(`subscription.${event}`))?.standing);
  t.deepEqual(standings(['activated', 'charged', 'resumed', 'updated']), ['active', 'active', 'active', 'active']);
  t.deepEqual(standings(['authenticated', 'pending', 'paused']), ['noted', 'noted', 'noted']);
  t.deepEqual(standings(['halted', 'cancelled', 'completed']), ['suspended', 'ended', 'ended']);
  t.deepEqual(changeOf('razorpay', razorpayEvent('subscription.charged')), {
    providerSubscriptionId: 'sub_R1',
    occurredAt: date(CREATED),
    standing: 'active',
    customerId: 'cust_1',
    period,
  });
  t.is(changeOf('razorpay', razorpayEvent('subscription.updated', { status: 'halted' }))?.standing, 'suspended');
});

test('razorpay: cancelled ends at once, completed with what was paid for', (t) => {
  const cancelled = razorpayEvent('subscription.cancelled', { status: 'cancelled', ended_at: CREATED + 5 });
  t.deepEqual(changeOf('razorpay', cancelled)?.endsAt, date(CREATED + 5));
  const completed = razorpayEvent('subscription.completed', { status: 'completed', ended_at: CREATED + 5 });
  t.like(changeOf('razorpay', completed), { endsAt: date(PERIOD_END), period, cancelAtPeriodEnd: true });
});

const sandboxEvent = (type: string, fields: object = {}) => ({
  id: 'e1',
  type,
  occurredAt: '2026-11-21T12:00:00.000Z',
  subscription: {
    id: 'sbx_1',
    customerId: 'c1',
    periodStart: '2026-11-21T12:00:00.000Z',
    periodEnd: '2026-12-21T12:00:00.000Z',
    ...fields,
  },
});

test('sandbox: each event', (t) => {
  const read = (type: string, fields?: object) => changeOf('sandbox', sandboxEvent(`subscription.${type}`, fields));
  t.like(read('activated'), { standing: 'active', customerId: 'c1', providerSubscriptionId: 'sbx_1' });
  t.deepEqual(read('renewed')?.period?.end, new Date('2026-12-21T12:00:00.000Z'));
  t.like(read('cancelled'), { standing: 'noted', cancelAtPeriodEnd: true });
  t.is(read('cancelled', { cancelAtPeriodEnd: false })?.standing, 'ended');
  t.is(read('expired')?.standing, 'ended');
});

test('what cannot be read is ignored with a reason', (t) => {
  t.is(ignored('stripe', stripeEvent('charge.refunded', {})), 'not a kind of event that changes subscriptions');
  t.is(ignored('stripe', stripeEvent('toString', {})), 'not a kind of event that changes subscriptions');
  t.is(ignored('paypal', {}), 'of an unknown provider');
  t.is(ignored('razorpay', razorpayEvent('subscription.charged', { id: '' })), 'of no subscription');
  t.is(ignored('razorpay', { ...razorpayEvent('subscription.charged'), created_at: 'now' }), 'without a time');
  t.is(ignored('sandbox', sandboxEvent('subscription.renewed', { periodEnd: 'later' })), 'active without a period');
  t.is(readEventType(razorpayEvent('subscription.charged')), 'subscription.charged');
});

test('no payload makes a translator fail', (t) => {
  const types = fc.constantFrom('customer.subscription.updated', 'invoice.paid', 'subscription.renewed');
  const payload = fc.oneof(fc.jsonValue(), fc.record({ type: types, created: fc.jsonValue(), data: fc.jsonValue() }));
  fc.assert(
    fc.property(fc.constantFrom('stripe', 'razorpay', 'sandbox', 'constructor'), payload, (provider, value) => {
      t.is(typeof translateEvent(provider, value), 'object');
    }),
  );
});
