import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { resetThreatDelivery } from '../../db/queries/threat-deliveries.ts';
import { deleteThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { waitUntil } from '../jobs/support.ts';
import {
  addSubscriber,
  announceThreats,
  readAttempts,
  readDeliveries,
  type Subscriber,
} from '../support/threat-webhooks.ts';
import { answerWith, hang, startReceiver, type ReceivedWebhook } from '../support/webhook-receiver.ts';
import { openWebhooks, type TestWebhooks } from './threat-webhooks-support.ts';

/** Tests are serial: with Redis, the workers of a file share their queues. */
const SHORT = { WEBHOOK_RETRY_DELAYS_SECONDS: Array(7).fill('0.02').join(), WEBHOOK_TIMEOUT_MS: '2000' };
const ONE_HOUR = { ...SHORT, WEBHOOK_RETRY_DELAYS_SECONDS: '3600' };

const signalDispatch = ({ dependencies }: TestWebhooks) => dependencies.producer.enqueue('threat-webhook-dispatch', {});
const signalDelivery = ({ dependencies }: TestWebhooks, { companyId, subscriptionId }: Subscriber) =>
  dependencies.producer.enqueue('threat-webhook-delivery', { companyId, subscriptionId });
const statusesOf = async ({ db }: TestWebhooks, subscriber: Subscriber) =>
  (await readDeliveries(db, subscriber)).map(({ status }) => status);
const untilStatuses = (webhooks: TestWebhooks, subscriber: Subscriber, ...expected: string[]) =>
  waitUntil(
    async () => (await statusesOf(webhooks, subscriber)).join() === expected.join(),
    `deliveries are ${expected.join()}`,
  );
const verify = ({ secret }: Subscriber, { body, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test.serial('a new threat reaches each subscriber once, signed with its own secret', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  const receiver = await startReceiver(t);
  const [ada, bob] = [
    await addSubscriber(webhooks.db, `${receiver.url}/ada`),
    await addSubscriber(webhooks.db, `${receiver.url}/bob`),
  ];
  await announceThreats(webhooks.db);
  await webhooks.startWorker();
  await signalDispatch(webhooks);
  await untilStatuses(webhooks, ada, 'delivered');
  await untilStatuses(webhooks, bob, 'delivered');
  t.deepEqual(receiver.received.map(({ path }) => path).sort(), ['/ada', '/bob']);
  const [own] = receiver.received.filter(({ path }) => path === '/ada');
  if (!own) return t.fail('nothing received');
  const event = await webhooks.db.knex('threat_events').first<Record<string, unknown>>();
  t.deepEqual(verify(ada, own), {
    type: 'threat.indicator.created',
    timestamp: (event['created_at'] as Date).toISOString(),
    data: {
      indicatorHash: event['indicator_key'],
      indicatorType: 'device',
      confidence: 2 / 3,
      firstSeenAt: (event['first_seen_at'] as Date).toISOString(),
    },
  });
  t.throws(() => verify(bob, own), { message: /signature/i }, "another tenant's secret is no good");
  t.is(own.headers['content-type'], 'application/json');
  t.regex(own.headers['user-agent'] ?? '', /^fraud-risk-service/);
  t.is(own.headers['webhook-id'], (await readDeliveries(webhooks.db, ada))[0]?.id);
  t.is(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2);
});

test.serial('a delivery is given up after the eighth attempt, all of them the same message', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  const receiver = await startReceiver(t, answerWith(503, {}, 'later'));
  const subscriber = await addSubscriber(webhooks.db, receiver.url);
  await announceThreats(webhooks.db);
  await webhooks.startWorker();
  await signalDispatch(webhooks);
  await untilStatuses(webhooks, subscriber, 'failed');
  await signalDelivery(webhooks, subscriber);
  await waitUntil(async () => (await countJobs(webhooks)) === 0, 'no job is left');
  t.is(receiver.received.length, 8);
  t.is(new Set(receiver.received.map(({ body, headers }) => `${String(headers['webhook-id'])} ${body}`)).size, 1);
  for (const webhook of receiver.received) t.notThrows(() => verify(subscriber, webhook));
  const attempts = await readAttempts(webhooks.db, subscriber);
  t.is(attempts.length, 8);
  for (const attempt of attempts) {
    t.like(attempt, { status_code: 503, error: 'answered 503', response_body: 'later' });
  }
  t.like((await readDeliveries(webhooks.db, subscriber))[0], { attempts: 8, last_status_code: 503 });
});

async function countJobs({ backend }: TestWebhooks): Promise<number> {
  const counts = await (await backend.queue('threat-webhook-delivery')).getJobCounts('waiting', 'active', 'delayed');
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

test.serial('a subscriber that recovers gets what it missed', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  let refusals = 5;
  const receiver = await startReceiver(t, (response) => {
    if (refusals-- > 0) response.destroy();
    else response.writeHead(204).end();
  });
  const subscriber = await addSubscriber(webhooks.db, receiver.url);
  await announceThreats(webhooks.db, 2);
  await webhooks.startWorker();
  await signalDispatch(webhooks);
  await untilStatuses(webhooks, subscriber, 'delivered', 'delivered');
  t.is(receiver.received.length, 7);
  const errors = (await readAttempts(webhooks.db, subscriber)).map(({ error }) => error);
  t.is(errors.filter((error) => error === 'not sent or not answered (ECONNRESET)').length, 5);
});

test.serial('a subscriber that is gone is disabled, and what was to be sent to it cancelled', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  const receiver = await startReceiver(t, hang);
  const subscriber = await addSubscriber(webhooks.db, receiver.url);
  await announceThreats(webhooks.db, 10);
  await webhooks.startWorker();
  await signalDispatch(webhooks);
  await waitUntil(() => receiver.received.length === 4, 'as many attempts as may be are under way');
  receiver.behave(answerWith(410));
  await waitUntil(async () => !(await statusesOf(webhooks, subscriber)).includes('pending'), 'nothing is pending');
  const [row] = (await webhooks.db.knex('threat_subscriptions').select()) as Record<string, unknown>[];
  t.like(row, { status: 'disabled', disabled_reason: 'the subscriber answered 410' });
  t.truthy(row?.['disabled_at']);
  const statuses = await statusesOf(webhooks, subscriber);
  t.true(statuses.includes('failed') && statuses.includes('cancelled') && !statuses.includes('delivered'));
  const seen = receiver.received.length;
  await announceThreats(webhooks.db);
  await signalDispatch(webhooks);
  await waitUntil(async () => (await countUndispatched(webhooks)) === 0, 'the next threat is dispatched');
  t.is((await statusesOf(webhooks, subscriber)).length, 10);
  t.is(receiver.received.length, seen);
});

async function countUndispatched({ db }: TestWebhooks): Promise<number> {
  const rows: unknown[] = await db.knex('threat_events').select('id').whereNull('dispatched_at');
  return rows.length;
}

test.serial('a subscriber that hangs keeps no other waiting', async (t) => {
  const webhooks = await openWebhooks(t, { environment: { ...ONE_HOUR, WEBHOOK_TIMEOUT_MS: '5000' } });
  const [dead, healthy] = [await startReceiver(t, hang), await startReceiver(t)];
  const deadOnes = await Promise.all(Array.from({ length: 8 }, () => addSubscriber(webhooks.db, dead.url)));
  const subscriber = await addSubscriber(webhooks.db, healthy.url);
  await announceThreats(webhooks.db, 10);
  await webhooks.startWorker();
  await signalDispatch(webhooks);
  await waitUntil(() => dead.received.length === 8 * 4, 'all dead subscribers are being waited for');
  await untilStatuses(webhooks, subscriber, ...Array<string>(10).fill('delivered'));
  for (const deadOne of deadOnes) t.deepEqual(await readAttempts(webhooks.db, deadOne), []);
  await waitUntil(
    async () => (await readAttempts(webhooks.db, deadOnes[0] as Subscriber)).length > 0,
    'the first time-out',
  );
  t.like((await readAttempts(webhooks.db, deadOnes[0] as Subscriber))[0], {
    status_code: null,
    error: 'no answer within 5000 ms',
    response_body: null,
  });
});

test.serial('two worker processes make each delivery once', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  const receiver = await startReceiver(t);
  const subscribers = await Promise.all([1, 2, 3].map(() => addSubscriber(webhooks.db, receiver.url)));
  await announceThreats(webhooks.db, 40);
  await webhooks.startWorker();
  await webhooks.startWorker();
  await Promise.all([signalDispatch(webhooks), webhooks.dispatch()]);
  for (const subscriber of subscribers) {
    await untilStatuses(webhooks, subscriber, ...Array<string>(40).fill('delivered'));
  }
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  t.is(ids.length, 120);
  t.is(new Set(ids).size, 120);
});

test.serial('a redirect is a failure: its target sees nothing', async (t) => {
  const webhooks = await openWebhooks(t, { environment: ONE_HOUR });
  const elsewhere = await startReceiver(t);
  const receiver = await startReceiver(t, answerWith(307, { location: elsewhere.url }));
  const subscriber = await addSubscriber(webhooks.db, receiver.url);
  await announceThreats(webhooks.db);
  await webhooks.dispatch();
  await webhooks.deliver(subscriber);
  t.is(receiver.received.length, 1);
  t.is(elsewhere.countConnections(), 0);
  t.like((await readAttempts(webhooks.db, subscriber))[0], {
    status_code: 307,
    error: 'answered 307; redirects are not followed',
  });
  t.deepEqual(await statusesOf(webhooks, subscriber), ['pending']);
});

test.serial('a delivery can be made again on request, as the same message', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  const receiver = await startReceiver(t);
  const subscriber = await addSubscriber(webhooks.db, receiver.url);
  const { companyId, subscriptionId } = subscriber;
  await announceThreats(webhooks.db);
  await webhooks.startWorker();
  await signalDispatch(webhooks);
  await untilStatuses(webhooks, subscriber, 'delivered');
  const [deliveryId = ''] = (await readDeliveries(webhooks.db, subscriber)).map(({ id }) => id);
  const reset = { subscriptionId, deliveryId, now: new Date() };
  const stranger = await addSubscriber(webhooks.db, receiver.url);
  t.false(await resetThreatDelivery(webhooks.db.knex, stranger.companyId, reset));
  t.true(await resetThreatDelivery(webhooks.db.knex, companyId, reset));
  await signalDelivery(webhooks, subscriber);
  await waitUntil(() => receiver.received.length === 2, 'it is sent again');
  const [first, second] = receiver.received;
  t.is(second?.headers['webhook-id'], first?.headers['webhook-id']);
  t.is(second?.body, first?.body);
});

test.serial('what was to be sent to a deleted subscription is cancelled', async (t) => {
  const webhooks = await openWebhooks(t, { environment: SHORT });
  const receiver = await startReceiver(t);
  const subscriber = await addSubscriber(webhooks.db, receiver.url);
  await announceThreats(webhooks.db, 2);
  await webhooks.dispatch();
  const { companyId, subscriptionId } = subscriber;
  const stranger = await addSubscriber(webhooks.db, receiver.url);
  t.false(await deleteThreatSubscription(webhooks.db.knex, stranger.companyId, subscriptionId));
  t.true(await deleteThreatSubscription(webhooks.db.knex, companyId, subscriptionId));
  await webhooks.deliver(subscriber);
  t.deepEqual(await statusesOf(webhooks, subscriber), ['cancelled', 'cancelled']);
  t.is(receiver.countConnections(), 0);
});
