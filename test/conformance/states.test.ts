import test from 'ava';
import { EVENT_TYPES, REVIEW_STATUSES, SUBSCRIPTION_STATUSES } from '../../engine/vocabulary.ts';
import { expireSubscription } from '../support/members.ts';
import { assess, ingest, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { EVENTS, POLICY_STATES, REVIEW_MOVES, SUBSCRIPTION_STATES } from './spec/states.ts';

let service: Service;
let tenant: Tenant;
test.before(async () => {
  service = await startService();
  tenant = await registerTenant(service);
});
test.after.always(() => service?.close());

const call = (method: string, path: string, body?: object) =>
  service.call(method, `/api${path}`, { token: tenant.token, ...(body && { body }) });
const openReview = async () => {
  const { body } = await assess(service, tenant);
  return (await call('POST', '/reviews', { assessmentId: body['assessmentId'] })).body;
};
const move = (reviewId: unknown, status: string) => call('PATCH', '/reviews/status', { reviewId, status });

test('spec 3.1: a new review is open, its analyst the caller, not closed', async (t) => {
  t.like(await openReview(), { status: 'open', analystEmail: tenant.email, closedAt: null });
});

for (const { from, to, closes } of REVIEW_MOVES) {
  test(`spec 3.1: ${from} moves to ${to}${closes ? ', which closes it' : ''}`, async (t) => {
    const { id } = await openReview();
    for (const status of REVIEW_STATUSES.slice(1, REVIEW_STATUSES.indexOf(from) + 1)) await move(id, status);
    const { status, body } = await move(id, to);
    t.is(status, 200, JSON.stringify(body));
    t.is(body['status'], to);
    t.is(typeof body['closedAt'], closes ? 'string' : 'object');
    if (closes) t.like(await move(id, 'open'), { status: 409, body: { code: 'INVALID_STATUS_TRANSITION' } });
  });
}

test('spec 3.2: the states of a subscription are those of the vocabulary', (t) => {
  t.deepEqual([...SUBSCRIPTION_STATUSES], [...SUBSCRIPTION_STATES]);
});

for (const state of SUBSCRIPTION_STATES) {
  test(`spec 3.2: a subscription is ${state}`, async (t) => {
    const company = await registerTenant(service);
    const ask = (path: string, body?: object) =>
      service.call(body ? 'POST' : 'GET', `/api${path}`, { token: company.token, ...(body && { body }) });
    if (state === 'pending') {
      const { body } = await ask('/billing/sandbox/subscriptions', { planCode: 'growth' });
      t.like(body, { subscription: { status: state } });
    } else if (state === 'active') {
      t.like((await ask('/subscriptions/me')).body, { status: state });
    } else {
      await expireSubscription(service, company);
      t.is((await ask('/subscriptions/me')).status, 404);
      const { companyId, email, password } = company;
      const { body } = await service.call('POST', '/api/auth/login', { body: { companyId, email, password } });
      t.is(body['subscriptionStatus'], state);
    }
  });
}

for (const policyMode of POLICY_STATES) {
  test.serial(
    `spec 3.3: the policy mode ${policyMode} is set by PUT, audited, and used by the next assessment`,
    async (t) => {
      const before = policyMode === 'hybrid' ? 'shadow' : 'hybrid';
      await call('PUT', '/risk-engine/policy', { policyMode: before });
      t.like((await call('PUT', '/risk-engine/policy', { policyMode })).body, { policyMode });
      t.is((await assess(service, tenant)).body['policyMode'], policyMode);
      const { body } = await call('GET', '/audit-logs?action=policy.updated&limit=1');
      t.like(body, { data: [{ before: { policyMode: before }, after: { policyMode } }] });
    },
  );
}

test('spec 6.1: the event types are those of the vocabulary', (t) => {
  t.deepEqual(EVENTS.map(({ eventType }) => eventType).sort(), [...EVENT_TYPES].sort());
});

for (const { eventType, metadata, payment } of EVENTS) {
  test(`spec 6.1: ${eventType} is taken with its metadata and assessed`, async (t) => {
    const paymentDetails = payment && { methodType: 'card', amountMinor: 4_900, currency: 'USD' };
    const answer = await ingest(service, tenant, { eventType, metadata, ...(paymentDetails && { paymentDetails }) });
    t.is(answer.status, 200, JSON.stringify(answer.body));
    t.like(answer.body, { status: 'accepted', duplicate: false });
    const { assessmentId } = answer.body['assessment'] as Record<string, unknown>;
    const { body } = await call('GET', `/risk-engine/evaluations/${String(assessmentId)}`);
    t.like(body, { eventType, source: 'ingest' });
  });
}
