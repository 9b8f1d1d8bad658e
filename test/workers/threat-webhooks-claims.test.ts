import test from 'ava';
import fc from 'fast-check';
import {
  claimThreatDeliveries,
  recordThreatAttempt,
  resetThreatDelivery,
  type Claim,
  type DeliveryOutcome,
} from '../../db/queries/threat-deliveries.ts';
import {
  deleteSettledThreatDeliveries,
  listSubscriptionsWithDueDeliveries,
} from '../../db/queries/threat-leftovers.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planNextAttempt } from '../../workers/threat-webhooks/next-attempt.ts';
import { waitUntil } from '../jobs/support.ts';
import { createTestClock, type TestClock } from '../support/clock.ts';
import {
  addSubscriber,
  announceThreats,
  readAttempts,
  readDeliveries,
  testSecrets,
  type Subscriber,
} from '../support/threat-webhooks.ts';
import { answerWith, dawdle, flood, hang, startReceiver } from '../support/webhook-receiver.ts';
import { openWebhooks, type TestWebhooks } from './threat-webhooks-support.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const TIMEOUT_MS = 2_000;
/** The time-out of an attempt and the margin of the handler. */
const LEASE_MS = TIMEOUT_MS + 20 * SECOND;
const ENVIRONMENT = { WEBHOOK_RETRY_DELAYS_SECONDS: '30,60', WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) };
const START = Date.UTC(2026, 10, 21, 12);

interface Setup extends TestWebhooks {
  clock: TestClock;
}

async function open(t: Parameters<typeof openWebhooks>[0], environment: Record<string, string> = {}): Promise<Setup> {
  const clock = createTestClock(START);
  return { clock, ...(await openWebhooks(t, { clock, environment: { ...ENVIRONMENT, ...environment } })) };
}

/** A subscriber with so many deliveries due now. */
async function addDue({ db, clock, dispatch }: Setup, url: string, count = 1): Promise<Subscriber> {
  const subscriber = await addSubscriber(db, url);
  await announceThreats(db, count, clock.now() - count);
  await dispatch();
  return subscriber;
}

/** What a worker does before it is killed. */
async function claimLike({ db, clock }: Setup, { companyId, subscriptionId }: Subscriber): Promise<Claim> {
  const now = new Date(clock.now());
  const leaseUntil = new Date(clock.now() + LEASE_MS);
  const claim = await claimThreatDeliveries(db.knex, companyId, { subscriptionId, limit: 4, now, leaseUntil });
  if (!claim) throw new Error('the subscription is not active');
  return claim;
}

async function record(setup: Setup, subscriber: Subscriber, claim: Claim, outcome: DeliveryOutcome): Promise<void> {
  const { companyId, subscriptionId } = subscriber;
  const [delivery] = claim.deliveries;
  if (!delivery) throw new Error('nothing was claimed');
  const now = new Date(setup.clock.now());
  const [statusCode, error] = outcome.status === 'delivered' ? [200, null] : [500, 'answered 500'];
  const entry = { id: uuidv7(now.getTime()), startedAt: now, durationMs: 1, statusCode, error, responseBody: '' };
  await recordThreatAttempt(setup.db.knex, companyId, { subscriptionId, delivery, entry, outcome, now });
}

/** The moments delivery jobs of a subscription are due at, as their queue knows them. */
async function signalledFor({ backend }: Setup, { subscriptionId }: Subscriber): Promise<(number | undefined)[]> {
  const jobs = await (await backend.queue('threat-webhook-delivery')).getJobs(['waiting', 'delayed']);
  const payloads = jobs.map(({ data }) => data as { subscriptionId: string; dueAt?: number });
  return payloads.filter((payload) => payload.subscriptionId === subscriptionId).map(({ dueAt }) => dueAt);
}

test("a killed worker's attempt is made by another when its lease ends", async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t);
  const subscriber = await addDue(setup, receiver.url);
  t.is((await claimLike(setup, subscriber)).deliveries.length, 1);
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 0, 'the worker may still be alive');
  t.true((await signalledFor(setup, subscriber)).includes(START + LEASE_MS), 'somebody looks when the lease ends');
  setup.clock.advance(LEASE_MS);
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 1);
  t.like((await readDeliveries(setup.db, subscriber))[0], { status: 'delivered', attempts: 1, claimed_until: null });
});

test('a failure after the lease is forgotten, a success counts, and what is delivered is never sent again', async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t);
  const subscriber = await addDue(setup, receiver.url);
  const late = await claimLike(setup, subscriber);
  setup.clock.advance(LEASE_MS);
  const current = await claimLike(setup, subscriber);
  await record(setup, subscriber, late, { status: 'failed', gone: true });
  t.like((await readDeliveries(setup.db, subscriber))[0], { status: 'pending', attempts: 0 });
  await record(setup, subscriber, late, { status: 'delivered' });
  await record(setup, subscriber, current, { status: 'failed', gone: false });
  t.like((await readDeliveries(setup.db, subscriber))[0], { status: 'delivered', attempts: 1, last_status_code: 200 });
  t.is((await readAttempts(setup.db, subscriber)).length, 1);
  setup.clock.advance(DAY);
  await setup.deliver(subscriber);
  t.is(receiver.countConnections(), 0);
});

test('jobs of one subscription at the same time have four attempts under way, and make each once', async (t) => {
  const setup = await open(t);
  let [underWay, most] = [0, 0];
  const receiver = await startReceiver(t, (response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end();
    }, 20);
  });
  const subscriber = await addDue(setup, receiver.url, 30);
  await Promise.all([1, 2, 3].map(() => setup.deliver(subscriber)));
  // A job that found all places taken has left the rest to the others; the last of them asks for one more job.
  while ((await readDeliveries(setup.db, subscriber)).some(({ status }) => status === 'pending')) {
    t.true((await signalledFor(setup, subscriber)).includes(undefined));
    await setup.deliver(subscriber);
  }
  t.is(receiver.received.length, 30);
  t.is(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 30);
  t.true(most > 1 && most <= 4, `${most} at once`);
});

test('a claim waits for one that is being made, and sees it', async (t) => {
  const setup = await open(t);
  const { knex } = setup.db;
  const subscriber = await addDue(setup, 'http://127.0.0.1:9/', 40);
  let second: Promise<Claim> | undefined;
  let isMade = false;
  await knex.transaction(async (transaction) => {
    const first = await claimLike({ ...setup, db: { ...setup.db, knex: transaction } }, subscriber);
    t.is(first.deliveries.length, 4);
    second = claimLike(setup, subscriber).finally(() => (isMade = true));
    const isWaiting = async () => (await knex('pg_locks').where({ granted: false })).length > 0;
    await waitUntil(async () => isMade || (await isWaiting()), 'the second claim waits');
  });
  t.is((await second)?.deliveries.length, 0);
});

test('a job is bounded, and asks for the next one while there is more', async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t);
  const subscriber = await addDue(setup, receiver.url, 103);
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 100);
  t.true((await signalledFor(setup, subscriber)).includes(undefined));
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 103);
});

test('a failed delivery waits, and its job is signalled for that moment', async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t, answerWith(500));
  const subscriber = await addDue(setup, receiver.url);
  await setup.deliver(subscriber);
  const [delivery] = await readDeliveries(setup.db, subscriber);
  const dueAt = delivery?.next_attempt_at.getTime() ?? 0;
  t.true(dueAt >= START + 30 * SECOND && dueAt <= START + 36 * SECOND);
  t.true((await signalledFor(setup, subscriber)).includes(dueAt));
  setup.clock.advance(dueAt - START - 1);
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 1);
  setup.clock.advance(1);
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 2);
});

test('a subscriber that asks for time gets it', async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t, answerWith(429, { 'retry-after': '7200' }));
  const subscriber = await addDue(setup, receiver.url);
  await setup.deliver(subscriber);
  t.is((await readDeliveries(setup.db, subscriber))[0]?.next_attempt_at.getTime(), START + 2 * HOUR);
  const date = new Date(START + 5 * HOUR).toUTCString();
  receiver.behave(answerWith(503, { 'retry-after': date }));
  setup.clock.advance(2 * HOUR);
  await setup.deliver(subscriber);
  t.is((await readDeliveries(setup.db, subscriber))[0]?.next_attempt_at.getTime(), START + 5 * HOUR);
});

test('the wait is that of the schedule with up to a fifth more, or what is asked for, but at most a day', (t) => {
  const plan = (fields: Partial<Parameters<typeof planNextAttempt>[0]>) =>
    planNextAttempt({
      attempts: 1,
      retryDelaysMs: [30_000],
      retryAfter: undefined,
      nowMs: START,
      random: 0,
      ...fields,
    });
  t.is(plan({}), START + 30_000);
  t.is(plan({ random: 1 }), START + 36_000);
  t.is(plan({ attempts: 2 }), undefined);
  t.is(plan({ retryAfter: '10' }), START + 30_000);
  t.is(plan({ retryAfter: '31' }), START + 31_000);
  for (const text of ['604800', '9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT']) {
    t.is(plan({ retryAfter: text }), START + DAY);
  }
  for (const text of ['', 'soon', '-5', 'Sat, 01 Jan 2000 00:00:00 GMT'])
    t.is(plan({ retryAfter: text }), START + 30_000);
  fc.assert(
    fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (retryAfter, random) => {
      const next = plan({ retryAfter, random }) ?? 0;
      return next >= START + 30_000 && next <= START + DAY;
    }),
  );
});

test('of an answer only the first kilobyte is read and kept, as text the database takes', async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t, flood);
  const flooding = await addDue(setup, receiver.url);
  await setup.deliver(flooding);
  t.like((await readAttempts(setup.db, flooding))[0], { status_code: 200, response_body: 'x'.repeat(1_024) });
  await waitUntil(() => receiver.countOpen() === 0, 'the connection is dropped');
  const bytes = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff]), Buffer.from('x'.repeat(1_018) + 'é€€')]);
  receiver.behave(answerWith(200, {}, bytes));
  const garbled = await addDue(setup, receiver.url);
  await setup.deliver(garbled);
  t.is((await readAttempts(setup.db, garbled))[0]?.response_body, `ab\ufffd${'x'.repeat(1_018)}é`);
});

test('an answer that does not come to its end in time is a failure', async (t) => {
  const setup = await open(t, { WEBHOOK_TIMEOUT_MS: '200' });
  const receiver = await startReceiver(t, dawdle);
  const subscriber = await addDue(setup, receiver.url);
  await setup.deliver(subscriber);
  const [attempt] = await readAttempts(setup.db, subscriber);
  t.like(attempt, { status_code: null, error: 'no answer within 200 ms' });
  t.true((attempt?.duration_ms ?? 0) >= 190);
  await waitUntil(() => receiver.countOpen() === 0, 'the connection is dropped');
});

test('a worker that must stop drops its attempts and records nothing', async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t, hang);
  const subscriber = await addDue(setup, receiver.url, 6);
  const stop = new AbortController();
  const job = setup.deliver(subscriber, stop.signal);
  await waitUntil(() => receiver.received.length === 4, 'attempts are under way');
  stop.abort(new Error('shutdown'));
  await t.throwsAsync(job, { message: 'shutdown' });
  t.deepEqual(await readAttempts(setup.db, subscriber), []);
  for (const delivery of await readDeliveries(setup.db, subscriber))
    t.like(delivery, { status: 'pending', attempts: 0 });
  await waitUntil(() => receiver.countOpen() === 0, 'the connections are dropped');
  receiver.behave(answerWith(200));
  setup.clock.advance(LEASE_MS);
  await setup.deliver(subscriber);
  t.is(receiver.received.length, 4 + 6);
});

test('in production nothing is sent to this machine or into a private network', async (t) => {
  const setup = await open(t, { NODE_ENV: 'production' });
  const receiver = await startReceiver(t);
  const { port } = receiver;
  const targets = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '169.254.169.254',
    '10.0.0.1',
  ];
  for (const host of targets) {
    const subscriber = await addDue(setup, `https://${host}:${port}/`);
    await setup.deliver(subscriber);
    t.like((await readAttempts(setup.db, subscriber))[0], { status_code: null, error: 'address not allowed' }, host);
  }
  const plain = await addDue(setup, `http://example.com:${port}/`);
  await setup.deliver(plain);
  t.is((await readAttempts(setup.db, plain))[0]?.error, 'must be https');
  t.is(receiver.countConnections(), 0);
});

test("nothing is sent under another subscription's secret", async (t) => {
  const setup = await open(t);
  const receiver = await startReceiver(t);
  const [subscriber, other] = [await addDue(setup, receiver.url), await addSubscriber(setup.db, receiver.url)];
  await setup.db
    .knex('threat_subscriptions')
    .where({ id: subscriber.subscriptionId })
    .update({
      secret_ciphertext: testSecrets.seal(other.secret, other.subscriptionId),
    });
  await setup.deliver(subscriber);
  t.is((await readAttempts(setup.db, subscriber))[0]?.error, 'could not be sent');
  t.is(receiver.countConnections(), 0);
});

test('subscriptions whose signal was lost are found, each once, whatever the backlog of one', async (t) => {
  const setup = await open(t);
  const { db, clock } = setup;
  const receiver = await startReceiver(t);
  const subscribers = await Promise.all([1, 2, 3].map(() => addSubscriber(db, receiver.url)));
  await announceThreats(db, 20, START - 20);
  await setup.dispatch();
  const list = async (before: number, limit = 10) =>
    (await listSubscriptionsWithDueDeliveries(db.knex, new Date(before), limit)).map(
      ({ subscriptionId }) => subscriptionId,
    );
  t.deepEqual(await list(START), []);
  const all = subscribers.map(({ subscriptionId }) => subscriptionId).sort();
  t.deepEqual((await list(START + 1)).sort(), all);
  t.is((await list(START + 1, 2)).length, 2);
  const [first, second] = subscribers as [Subscriber, Subscriber];
  await setup.deliver(first);
  t.deepEqual(
    (await list(START + 1)).sort(),
    all.filter((id) => id !== first.subscriptionId),
  );
  await db
    .knex('threat_deliveries')
    .where({ subscription_id: second.subscriptionId })
    .update({
      claimed_until: new Date(START + LEASE_MS),
    });
  t.false((await list(START + 1)).includes(second.subscriptionId), 'somebody is at it');
  t.true((await list(START + LEASE_MS + 1)).includes(second.subscriptionId), 'nobody is at it any more');
  clock.advance(DAY);
  t.is(await deleteSettledThreatDeliveries(db.knex, new Date(START), 100), 0);
  t.is(await deleteSettledThreatDeliveries(db.knex, new Date(START + 1), 15), 15);
  t.is((await readAttempts(db, first)).length, 5);
  t.is((await readDeliveries(db, second)).length, 20, 'what is pending stays');
});

test('a redelivery that is asked for during the last attempt outlives its failure', async (t) => {
  const setup = await open(t);
  const subscriber = await addDue(setup, 'http://127.0.0.1:9/');
  const claim = await claimLike(setup, subscriber);
  const { companyId, subscriptionId } = subscriber;
  const deliveryId = claim.deliveries[0]?.id ?? '';
  const now = new Date(setup.clock.now());
  t.true(await resetThreatDelivery(setup.db.knex, companyId, { subscriptionId, deliveryId, now }));
  await record(setup, subscriber, claim, { status: 'failed', gone: false });
  t.like(await readDeliveries(setup.db, subscriber), [{ status: 'pending' }]);
  t.is((await claimLike(setup, subscriber)).deliveries.length, 1);
});
