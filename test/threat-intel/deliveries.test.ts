import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { waitUntil } from '../jobs/support.ts';
import { startService, type Service } from '../support/service.ts';
import { announceThreats, deliverLater } from '../support/threat-webhooks.ts';
import { answerWith, hang, startReceiver, type Behaviour, type ReceivedWebhook } from '../support/webhook-receiver.ts';
import { startWorkers, type TestWorkers } from '../support/workers.ts';
import { list, listDeliveries, PATH, subscribe, type Subscribed } from './support.ts';

/** Tests are serial: each threat goes to the subscriptions of all of them. */
let service: Service;
let workers: TestWorkers;
test.before(async () => {
  const environment = { WEBHOOK_RETRY_DELAYS_SECONDS: '3600', WEBHOOK_TIMEOUT_MS: '300' };
  service = await startService({ environment });
  workers = await startWorkers(service);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

const verify = ({ secret }: Subscribed, { body, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
const ask = (owner: Subscribed, path: string, method = 'POST') =>
  service.call(method, `${PATH}/${owner.subscriptionId}${path}`, { token: owner.tenant.token });
const healthOf = async ({ tenant, subscriptionId }: Subscribed) =>
  (await list(service, tenant)).find(({ id }) => id === subscriptionId);

/** Announces a new threat and waits for the first attempt of its delivery to this subscriber. */
async function announce(subscribed: Subscribed): Promise<void> {
  await announceThreats(service.database.db);
  await workers.dependencies.producer.enqueue('threat-webhook-dispatch', {});
  await waitUntil(
    async () => (await listDeliveries(service, subscribed))[0]?.recentAttempts.length === 1,
    'an attempt is recorded',
  );
}

const BEHAVIOURS: [name: string, Behaviour, status: string, statusCode: number | null, error: string | null][] = [
  ['200', answerWith(200, {}, 'thank you'), 'delivered', 200, null],
  ['500', answerWith(500, {}, 'x'.repeat(900)), 'pending', 500, 'answered 500'],
  [
    'a redirect',
    answerWith(302, { location: 'http://127.0.0.1:9/' }),
    'pending',
    302,
    'answered 302; redirects are not followed',
  ],
  ['no answer', hang, 'pending', null, 'no answer within 300 ms'],
];

for (const [name, behaviour, status, statusCode, error] of BEHAVIOURS) {
  test.serial(`health and list after ${name}`, async (t) => {
    const receiver = await startReceiver(t, behaviour);
    const subscribed = await subscribe(service, receiver.url);
    await announce(subscribed);
    const [delivery] = await listDeliveries(service, subscribed);
    t.like(delivery, { status, attempts: 1, lastStatusCode: statusCode, lastError: error });
    t.is(delivery?.['nextAttemptAt'] === null, status === 'delivered');
    t.is(delivery?.['completedAt'] === null, status === 'pending');
    t.like(delivery?.recentAttempts[0], { statusCode, error });
    t.true((delivery?.recentAttempts[0]?.responseExcerpt?.length ?? 0) <= 200);
    const listed = await healthOf(subscribed);
    t.like(listed?.health, {
      lastDeliveryAt: delivery?.['lastAttemptAt'],
      lastStatus: error === null ? 'delivered' : 'failed',
      lastStatusCode: statusCode,
      successRate24h: error === null ? 1 : 0,
      pendingDeliveries: status === 'pending' ? 1 : 0,
    });
    const [own] = receiver.received;
    t.is(own?.headers['webhook-id'], delivery?.id);
    await ask(subscribed, '', 'DELETE');
  });
}

test.serial('a receiver that answers 410 is disabled: it can be pinged, but not be delivered to again', async (t) => {
  const receiver = await startReceiver(t, answerWith(410));
  const subscribed = await subscribe(service, receiver.url);
  await announce(subscribed);
  t.like(await healthOf(subscribed), { status: 'disabled', disabledReason: 'the subscriber answered 410' });
  const [delivery] = await listDeliveries(service, subscribed, '?status=failed');
  const again = await ask(subscribed, `/deliveries/${delivery?.id}/redeliver`);
  t.like(again.body, { statusCode: 409, code: 'CONFLICT' });
  t.is((await ask(subscribed, `/deliveries/${randomUUID()}/redeliver`)).status, 404);
  receiver.behave(answerWith(200));
  t.like((await ask(subscribed, '/ping')).body, { delivered: true, statusCode: 200 });
  t.is((await healthOf(subscribed))?.status, 'disabled');
});

test.serial('a redelivery arrives as the same message, and heals the health', async (t) => {
  const receiver = await startReceiver(t, answerWith(500));
  const subscribed = await subscribe(service, receiver.url);
  await announce(subscribed);
  receiver.behave(answerWith(204));
  const [before] = await listDeliveries(service, subscribed);
  const answer = await ask(subscribed, `/deliveries/${before?.id}/redeliver`);
  t.is(answer.status, 200);
  t.like(answer.body, { id: before?.id, attempts: 0, lastStatusCode: 500 });
  await waitUntil(
    async () => (await listDeliveries(service, subscribed, '?status=delivered')).length === 1,
    'delivered',
  );
  t.is(receiver.received.length, 2);
  const [first, second] = receiver.received;
  t.deepEqual([second?.headers['webhook-id'], second?.body], [first?.headers['webhook-id'], first?.body]);
  for (const received of receiver.received) t.notThrows(() => verify(subscribed, received));
  const [after] = await listDeliveries(service, subscribed);
  t.deepEqual(
    after?.recentAttempts.map(({ statusCode }) => statusCode),
    [204, 500],
  );
  t.like((await healthOf(subscribed))?.health, { lastStatus: 'delivered', successRate24h: 1, pendingDeliveries: 0 });
  const done = await Promise.all([1, 2, 3].map(() => ask(subscribed, `/deliveries/${before?.id}/redeliver`)));
  t.true(
    done.every(({ status }) => status === 200),
    'also one that was delivered, also asked for at once',
  );
  await waitUntil(async () => (await listDeliveries(service, subscribed, '?status=delivered')).length === 1, 'again');
});

test.serial('the rate of success is that of the last 24 hours', async (t) => {
  const subscribed = await subscribe(service, 'http://127.0.0.1:9/');
  const { db } = service.database;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const attempts: [hours: number, error: string | null][] = [
    [1, null],
    [2, null],
    [23, 'answered 500'],
    [25, 'answered 500'],
    [26, null],
  ];
  for (const [index, [hours, error]] of attempts.entries()) {
    await announceThreats(db, 1, Date.now() + index);
    const settled = {
      status: error ? 'failed' : 'delivered',
      completed_at: hoursAgo(hours),
      last_attempt_at: hoursAgo(hours),
    };
    await deliverLater(db, subscribed, { ...settled, last_error: error, last_status_code: error ? 500 : 200 });
  }
  t.like((await healthOf(subscribed))?.health, {
    successRate24h: 0.6667,
    lastStatus: 'delivered',
    pendingDeliveries: 0,
  });
});

test.serial('what waits for a deleted subscription is cancelled', async (t) => {
  const receiver = await startReceiver(t, answerWith(500));
  const subscribed = await subscribe(service, receiver.url);
  await announce(subscribed);
  t.is((await ask(subscribed, '', 'DELETE')).status, 200);
  const { knex } = service.database.db;
  const pending = async () =>
    (await knex('threat_deliveries').where({ subscription_id: subscribed.subscriptionId, status: 'pending' })).length;
  await waitUntil(async () => (await pending()) === 0, 'nothing waits');
  t.is((await ask(subscribed, '/deliveries', 'GET')).status, 404);
  t.is((await ask(subscribed, '/ping')).status, 404);
});

test.serial('a ping is verified by the library of receivers, and counts in no health', async (t) => {
  const receiver = await startReceiver(t, answerWith(200, {}, `${'é'.repeat(300)}`));
  const subscribed = await subscribe(service, receiver.url);
  const { status, body } = await ask(subscribed, '/ping');
  t.is(status, 200);
  t.like(body, { delivered: true, statusCode: 200, error: null, responseExcerpt: 'é'.repeat(200) });
  const [received] = receiver.received;
  if (!received) return t.fail('nothing received');
  t.like(verify(subscribed, received), { type: 'threat.ping', data: { subscriptionId: subscribed.subscriptionId } });
  t.is(received.headers['webhook-id'], body['id'] as string);
  t.like((await healthOf(subscribed))?.health, { lastDeliveryAt: null, successRate24h: null, pendingDeliveries: 0 });
  t.deepEqual(await listDeliveries(service, subscribed), []);
});

test.serial('a ping tells what came of it, and there are ten a minute', async (t) => {
  const receiver = await startReceiver(t, answerWith(401, {}, 'bad signature'));
  const subscribed = await subscribe(service, receiver.url);
  t.like((await ask(subscribed, '/ping')).body, {
    delivered: false,
    error: 'answered 401',
    responseExcerpt: 'bad signature',
  });
  receiver.behave(answerWith(307, { location: 'http://127.0.0.1:9/' }));
  t.like((await ask(subscribed, '/ping')).body, {
    delivered: false,
    error: 'answered 307; redirects are not followed',
  });
  receiver.behave(hang);
  const late = (await ask(subscribed, '/ping')).body;
  t.like(late, { delivered: false, statusCode: null, error: 'no answer within 300 ms', responseExcerpt: null });
  t.true(Number(late['durationMs']) >= 290);
  const dead = await subscribe(service, 'http://127.0.0.1:9/', subscribed.tenant);
  t.like((await ask(dead, '/ping')).body, { delivered: false, error: 'not sent or not answered (ECONNREFUSED)' });
  receiver.behave(answerWith(200));
  const statuses: number[] = [];
  for (let index = 0; index < 20; index += 1) statuses.push((await ask(subscribed, '/ping')).status);
  t.true(statuses.includes(429));
});
