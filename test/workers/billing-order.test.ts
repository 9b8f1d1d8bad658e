import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { describeBillingEvent } from '../../db/queries/billing-events.ts';
import { lockSubscriptions } from '../../db/queries/subscription-moves.ts';
import { waitUntil } from '../jobs/support.ts';
import { day, sandboxEvent, seconds, startBilling, type Payload } from '../support/billing.ts';

/** A life of two subscriptions of one company: the second is bought on day 7, the first goes on being paid for. */
const aLife = (one: string, other: string) => [
  sandboxEvent(one, 'activated', 2, [2, 5]),
  sandboxEvent(one, 'renewed', 5, [5, 8]),
  sandboxEvent(one, 'cancelled', 6),
  sandboxEvent(one, 'renewed', 8, [8, 40]),
  sandboxEvent(other, 'activated', 7, [7, 9]),
  sandboxEvent(other, 'renewed', 9, [9, 30]),
];
const LIVED = [
  { status: 'expired', ends_at: day(2), cancel_at_period_end: false },
  { status: 'expired', starts_at: day(2), ends_at: day(7), cancel_at_period_end: true },
  { status: 'active', starts_at: day(7), ends_at: day(30), cancel_at_period_end: false },
];
const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 });

test('in every order notifications come to the same', async (t) => {
  const { store, apply, addCompany, addPending, read } = await startBilling(t);
  const live = async (order: readonly number[]) => {
    const companyId = await addCompany();
    const [one, other] = [randomUUID(), randomUUID()];
    await addPending(companyId, one);
    await addPending(companyId, other);
    const events = aLife(one, other);
    for (const index of order) {
      await store(events[index] as Payload);
      await apply(events[index] as Payload);
    }
    t.like(await read(companyId), LIVED, JSON.stringify(order));
  };
  await fc.assert(fc.asyncProperty(orders, live), { numRuns: 25 });
});

test('several workers at once come to the same', async (t) => {
  const { store, apply, addCompany, addPending, read, knex } = await startBilling(t);
  for (let round = 0; round < 5; round += 1) {
    const companyId = await addCompany();
    const [one, other] = [randomUUID(), randomUUID()];
    await addPending(companyId, one);
    await addPending(companyId, other);
    const events = aLife(one, other);
    await Promise.all(events.map((event) => store(event)));
    await Promise.all([...events, ...events].map((event) => apply(event)));
    t.like(await read(companyId), LIVED);
  }
  t.is(await knex('billing_events').whereNull('settled_at').first(), undefined);
});

test('a worker that waited for another sees what came meanwhile', async (t) => {
  const { knex, store, apply, addCompany, addPending, read } = await startBilling(t);
  const companyId = await addCompany();
  await addPending(companyId, 'sbx');
  const [activated, renewed] = [sandboxEvent('sbx', 'activated', 3), sandboxEvent('sbx', 'renewed', 4, [4, 60])];
  await store(activated);
  await store(renewed);
  let applying = Promise.resolve();
  await knex.transaction(async (other) => {
    await lockSubscriptions(other, companyId);
    applying = apply(activated);
    const waits = () =>
      knex('pg_stat_activity')
        .where({ wait_event_type: 'Lock', datname: knex.raw('current_database()') })
        .first();
    await waitUntil(async () => (await waits()) !== undefined, 'the worker waits');
    const key = { provider: 'sandbox', eventId: renewed.id };
    await describeBillingEvent(knex, key, { providerSubscriptionId: 'sbx', occurredAt: day(4) });
  });
  await applying;
  t.like((await read(companyId))[1], { status: 'active', ends_at: day(60) });
});

test('notifications of stripe that hand back our ids may come at once', async (t) => {
  const { knex, store, apply, addCompany, addPending, read } = await startBilling(t);
  for (let round = 0; round < 5; round += 1) {
    const companyId = await addCompany();
    const metadata = { companyId, subscriptionId: await addPending(companyId, null, 'stripe') };
    const id = randomUUID();
    const item = { current_period_start: seconds(9), current_period_end: seconds(39) };
    const objects = {
      'checkout.session.completed': { subscription: id, metadata },
      'customer.subscription.created': { id, status: 'incomplete', metadata },
      'customer.subscription.updated': { id, status: 'active', items: { data: [item] }, metadata },
    };
    const events = Object.entries(objects).map(([type, object]) => {
      return { id: randomUUID(), type, created: seconds(9), data: { object } };
    });
    await Promise.all(events.map((event) => store(event, 'stripe')));
    await Promise.all(events.map((event) => apply(event, 'stripe')));
    t.like((await read(companyId))[1], { status: 'active', provider_subscription_id: id });
  }
  t.is(await knex('billing_events').whereNull('settled_at').first(), undefined);
});
