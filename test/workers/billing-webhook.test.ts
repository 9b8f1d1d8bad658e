import { randomUUID } from 'node:crypto';
import test from 'ava';
import { findIngestAccess } from '../../db/queries/access.ts';
import { listUnappliedBillingEvents } from '../../db/queries/billing-events.ts';
import { expireOverdueSubscriptions } from '../../db/queries/subscription-moves.ts';
import { DAY_MS, day, sandboxEvent, seconds, startBilling, type Payload } from '../support/billing.ts';

const HOUR_MS = 3_600_000;

test('an activation starts the subscription and ends the trial, also for access checks', async (t) => {
  const { db, clock, store, apply, addCompany, addPending, read, readEvent } = await startBilling(t);
  const companyId = await addCompany();
  await addPending(companyId, 'sbx');
  const event = sandboxEvent('sbx', 'activated', 9);
  const planAt = async (moment: Date) =>
    (await findIngestAccess(db.pool, companyId, { now: moment, withUsage: false }))?.subscription?.planCode;
  t.true(await store(event));
  t.is(await planAt(day(10)), 'trial');
  await apply(event);
  t.like(await read(companyId), [
    { status: 'expired', ends_at: day(9) },
    { status: 'active', starts_at: day(9), ends_at: day(39), provider_customer_id: 'c1', cancel_at_period_end: false },
  ]);
  t.like(await readEvent(event), { type: 'subscription.activated', result: 'applied', settled_at: day(10) });
  t.is(await planAt(new Date(clock.now())), 'growth');
  t.is(await planAt(day(39)), undefined);
});

test('a redelivered notification is stored once and changes nothing', async (t) => {
  const { knex, store, apply, addCompany, addPending, read } = await startBilling(t);
  const companyId = await addCompany();
  await addPending(companyId, 'sbx');
  const event = sandboxEvent('sbx', 'activated', 9);
  await store(event);
  await apply(event);
  const before = await read(companyId);
  t.false(await store({ ...event, type: 'subscription.expired' }));
  await apply(event);
  const again = { ...event, id: randomUUID() };
  await store(again);
  await apply(again);
  t.deepEqual(await read(companyId), before);
  const audited = await knex('audit_logs').where({ company_id: companyId }).orderBy('target_id');
  t.is(audited.length, 2, 'the trial that ended and the subscription that began, once each');
  t.like(audited[1], { action: 'subscription.updated', actor_id: null, after: { status: 'active' } });
});

test('what comes before its subscription is known waits for it', async (t) => {
  const { clock, knex, store, apply, addCompany, addPending, read, readEvent } = await startBilling(t);
  const list = () => listUnappliedBillingEvents(knex, new Date(clock.now()), 10);
  const companyId = await addCompany();
  const event = sandboxEvent('sbx', 'activated', 9);
  await store(event);
  await apply(event);
  t.like(await readEvent(event), { result: null, reason: 'no subscription of ours' });
  t.deepEqual(await list(), []);
  clock.advance(61_000);
  t.deepEqual(await list(), [{ provider: 'sandbox', eventId: event.id }]);
  await addPending(companyId, 'sbx');
  await apply(event);
  t.like((await read(companyId))[1], { status: 'active' });
  t.like(await readEvent(event), { result: 'applied', reason: null });
  t.deepEqual(await list(), []);
});

test('what nobody knows after three days is given up', async (t) => {
  const { clock, knex, lines, store, apply, readEvent } = await startBilling(t);
  const event = sandboxEvent('unknown', 'activated', 9);
  await store(event);
  let attempts = 0;
  for (const endsAt = clock.now() + 80 * HOUR_MS; clock.now() < endsAt; clock.advance(600_000)) {
    const [due] = await listUnappliedBillingEvents(knex, new Date(clock.now()), 10);
    if (!due) continue;
    attempts += 1;
    await apply(event);
  }
  t.true(attempts > 5 && attempts < 30, `tried ${attempts} times`);
  t.like(await readEvent(event), { result: 'given_up', reason: 'no subscription of ours' });
  t.like(lines.at(-1), { msg: 'notification given up', eventId: event.id });
});

test('a checkout of stripe links what came before it', async (t) => {
  const { store, apply, addCompany, addPending, read, readEvent } = await startBilling(t);
  const companyId = await addCompany();
  const subscriptionId = await addPending(companyId, null, 'stripe');
  const stripe = (type: string, at: number, object: object): Payload => ({
    id: randomUUID(),
    type,
    created: seconds(at),
    data: { object },
  });
  const item = { current_period_start: seconds(9), current_period_end: seconds(39) };
  const subscription = { id: 'sub_1', customer: 'cus_1', status: 'active', items: { data: [item] } };
  const updated = stripe('customer.subscription.updated', 9, subscription);
  const session = { subscription: 'sub_1', customer: 'cus_1', metadata: { companyId, subscriptionId } };
  const completed = stripe('checkout.session.completed', 9, session);
  for (const event of [updated, completed]) {
    await store(event, 'stripe');
    await apply(event, 'stripe');
  }
  t.like((await read(companyId))[1], {
    status: 'active',
    ends_at: day(12),
    provider_subscription_id: 'sub_1',
    provider_customer_id: 'cus_1',
  });
  t.like(await readEvent(updated), { result: 'applied' });
  const lines = { data: [{ period: { start: seconds(9), end: seconds(39) } }] };
  const paid = stripe('invoice.paid', 9, { subscription: 'sub_1', lines });
  await store(paid, 'stripe');
  await apply(paid, 'stripe');
  t.like((await read(companyId))[1], { status: 'active', ends_at: day(39) }, 'the money pays for the period');
  // A second payment of the same checkout is not taken for the first.
  const twice = stripe('checkout.session.completed', 9, { ...session, subscription: 'sub_2' });
  await store(twice, 'stripe');
  await apply(twice, 'stripe');
  t.is((await read(companyId))[1]?.provider_subscription_id, 'sub_1');
  t.like(await readEvent(twice), { result: null });
});

test("a company's notification never touches another company's subscription", async (t) => {
  const { store, apply, addCompany, addPending, read, readEvent } = await startBilling(t);
  const [one, other] = [await addCompany(), await addCompany()];
  await addPending(one, 'sub_1', 'stripe');
  const othersPending = await addPending(other, null, 'stripe');
  const before = await read(other);
  const item = { current_period_start: seconds(9), current_period_end: seconds(39) };
  const metadata = { companyId: other, subscriptionId: othersPending };
  const object = { id: 'sub_1', customer: 'cus_1', status: 'active', items: { data: [item] }, metadata };
  const event = { id: 'evt_1', type: 'customer.subscription.updated', created: seconds(9), data: { object } };
  await store(event, 'stripe');
  await apply(event, 'stripe');
  t.like((await read(one))[1], { status: 'active' });
  t.deepEqual(await read(other), before);
  // Nor does a checkout that names a company and the subscription of another.
  const mixed = { ...object, id: 'sub_2', metadata: { companyId: one, subscriptionId: othersPending } };
  const forged = { ...event, id: 'evt_2', data: { object: mixed } };
  await store(forged, 'stripe');
  await apply(forged, 'stripe');
  t.like(await readEvent(forged), { result: null });
  t.deepEqual(await read(other), before);
});

test('what says nothing of a subscription is ignored, with a reason and a log line', async (t) => {
  const { lines, store, apply, readEvent } = await startBilling(t);
  const event = sandboxEvent('sbx', 'renamed', 9);
  await store(event);
  await apply(event);
  const reason = 'not a kind of event that changes subscriptions';
  t.like(await readEvent(event), { type: 'subscription.renamed', result: 'ignored', reason });
  t.like(lines, [{ msg: 'notification ignored', reason }]);
});

test('what was stored by a process that died before it signalled is listed', async (t) => {
  const { clock, knex, store, apply, addCompany, addPending } = await startBilling(t);
  await addPending(await addCompany(), 'sbx');
  const event = sandboxEvent('sbx', 'activated', 9);
  await store(event);
  const list = () => listUnappliedBillingEvents(knex, new Date(clock.now() + 1), 10);
  t.deepEqual(await list(), [{ provider: 'sandbox', eventId: event.id }]);
  await apply(event);
  t.deepEqual(await list(), []);
});

test('overdue subscriptions expire in batches, and a late renewal brings one back', async (t) => {
  const { clock, knex, store, apply, addCompany, addPending, read } = await startBilling(t);
  const companyId = await addCompany();
  await addPending(companyId, 'sbx');
  const activated = sandboxEvent('sbx', 'activated', 9, [9, 11]);
  await store(activated);
  await apply(activated);
  const [second, third] = [await addCompany(), await addCompany()];
  const expire = (moment: Date) => expireOverdueSubscriptions(knex, moment, 2);
  t.is(await expire(new Date(day(11).getTime() - 1)), 0);
  t.is(await expire(day(14)), 2);
  t.is(await expire(day(14)), 1);
  t.is(await expire(day(14)), 0);
  const statuses = await Promise.all([second, third, companyId].map(async (id) => (await read(id)).at(-1)?.status));
  t.deepEqual(statuses, ['expired', 'expired', 'expired']);
  clock.advance(5 * DAY_MS);
  const renewed = sandboxEvent('sbx', 'renewed', 11, [11, 41]);
  await store(renewed);
  await apply(renewed);
  t.like((await read(companyId))[1], { status: 'active', ends_at: day(41) });
});
