import test from 'ava';
import { hasUndispatchedThreatEvents } from '../../db/queries/threat-events.ts';
import { disableThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { createTestClock } from '../support/clock.ts';
import { addSubscriber, announceThreats, readDeliveries, type Subscriber } from '../support/threat-webhooks.ts';
import { openWebhooks, type TestWebhooks } from './threat-webhooks-support.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const URL_OF_NOBODY = 'http://127.0.0.1:9/';

const countDeliveries = async ({ db }: TestWebhooks, subscriber: Subscriber) =>
  (await readDeliveries(db, subscriber)).length;

test('threats are dispatched to active subscriptions of companies whose plan has them', async (t) => {
  const webhooks = await openWebhooks(t, { clock: createTestClock(NOW) });
  const { db } = webhooks;
  const add = (options?: Parameters<typeof addSubscriber>[2]) => addSubscriber(db, URL_OF_NOBODY, options);
  const disabled = await add();
  await disableThreatSubscription(db.knex, disabled.companyId, {
    subscriptionId: disabled.subscriptionId,
    reason: 'test',
    now: new Date(NOW),
  });
  const pending = await add();
  await db.knex('subscriptions').where({ company_id: pending.companyId }).update({ status: 'pending' });
  const first = await add();
  const told = [
    first,
    await add({ companyId: first.companyId }),
    await add({ planCode: 'trial', endsAt: new Date(NOW + 1) }),
    await add({ eventTypes: [] }),
    await add({ eventTypes: ['another.kind', 'threat.indicator.created'] }),
  ];
  const notTold = {
    disabled,
    pending,
    withoutFeature: await add({ planCode: 'growth' }),
    expired: await add({ endsAt: new Date(NOW) }),
    otherKind: await add({ eventTypes: ['another.kind'] }),
  };
  await announceThreats(db, 3, NOW - 3);
  await webhooks.dispatch();
  for (const subscriber of told) t.is(await countDeliveries(webhooks, subscriber), 3);
  for (const [name, subscriber] of Object.entries(notTold)) t.is(await countDeliveries(webhooks, subscriber), 0, name);
  const jobs = await (await webhooks.backend.queue('threat-webhook-delivery')).getJobs(['waiting', 'delayed']);
  const signalled = jobs.map(({ data }) => (data as { subscriptionId: string }).subscriptionId);
  for (const { subscriptionId } of told) t.true(signalled.includes(subscriptionId));
});

test('an event is dispatched once, however many dispatch at the same time', async (t) => {
  const webhooks = await openWebhooks(t);
  const subscribers = await Promise.all(Array.from({ length: 5 }, () => addSubscriber(webhooks.db, URL_OF_NOBODY)));
  const eventIds = await announceThreats(webhooks.db, 50);
  await Promise.all([1, 2, 3, 4].map(() => webhooks.dispatch()));
  await webhooks.dispatch();
  for (const subscriber of subscribers) {
    const deliveries = await readDeliveries(webhooks.db, subscriber);
    t.deepEqual(
      deliveries.map(({ event_id }) => event_id),
      eventIds,
    );
    for (const { id } of deliveries)
      t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('an event dispatched by a process that died before its mark makes no second delivery', async (t) => {
  const webhooks = await openWebhooks(t);
  const subscriber = await addSubscriber(webhooks.db, URL_OF_NOBODY);
  await announceThreats(webhooks.db);
  await webhooks.dispatch();
  await webhooks.db.knex('threat_events').update({ dispatched_at: null });
  await webhooks.dispatch();
  t.is(await countDeliveries(webhooks, subscriber), 1);
});

test('an event whose signal was lost is found', async (t) => {
  const webhooks = await openWebhooks(t, { clock: createTestClock(NOW) });
  const { knex } = webhooks.db;
  await announceThreats(webhooks.db, 1, NOW);
  t.false(await hasUndispatchedThreatEvents(knex, new Date(NOW)));
  t.true(await hasUndispatchedThreatEvents(knex, new Date(NOW + 1)));
  await webhooks.dispatch();
  t.false(await hasUndispatchedThreatEvents(knex, new Date(NOW + 1)));
});
