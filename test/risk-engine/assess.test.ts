import { randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { composeParts } from '../../engine/assess.ts';
import { REASON_CODES } from '../../engine/vocabulary.ts';
import { expireSubscription } from '../support/members.ts';
import { restrictSignals } from '../support/signals.ts';
import { countStatements } from '../support/statements.ts';
import {
  aTransaction,
  assess,
  ingest,
  registerTenant,
  sendFeedback,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { startWorkers, waitForOutcomes } from '../support/workers.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const scoreOf = ({ body }: Answer) => body['riskScore'] as number;
const reasonsOf = ({ body }: Answer) => body['reasonCodes'] as string[];
const signalsOf = ({ body }: Answer) => body['featureContributions'] as Record<string, number>;

/** Assesses a transaction and reports it as confirmed fraud. */
async function confirmFraud(tenant: Tenant, fields: object): Promise<string> {
  const { body } = await assess(service, tenant, fields);
  t200(await sendFeedback(service, tenant, body['assessmentId'], 'confirmed_fraud'));
  return String(body['assessmentId']);
}
function t200({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

test('an assessment answers with the fields of the specification and is stored as answered', async (t) => {
  const tenant = await registerTenant(service);
  const transaction = aTransaction({
    email: 'ada@example.com',
    ipAddress: '203.0.113.7',
    deviceFingerprint: 'device-1',
    phoneNumber: '+1 415 555 0100',
    paymentMethodHash: 'pm-1',
    shippingAddressHash: 'addr-1',
    scoringProfile: 'something-else',
    metadata: { anything: ['goes'] },
    billingAddress: { country: 'US', postalCode: '94107', city: 'San Francisco' },
    shippingAddress: { country: 'US' },
    cardDetails: { bin: '411111', last4: '1111', network: 'visa', issuingCountry: 'US', cardType: 'credit' },
    deviceMeta: { os: 'iOS', browser: 'Safari', language: 'en', timezone: 'UTC' },
    ipGeo: { country: 'US', region: 'CA', city: 'San Francisco', lat: 37.7, lon: -122.4 },
    aFieldOfTomorrow: 1,
  });
  const { status, body } = await service.call('POST', '/api/risk-engine/assess', {
    token: tenant.token,
    body: transaction,
  });
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), [
    'action',
    'assessmentId',
    'engineVersion',
    'featureContributions',
    'latencyMs',
    'policyMode',
    'reasonCodes',
    'recommendedAction',
    'riskLevel',
    'riskScore',
  ]);
  t.like(body, {
    riskScore: 0,
    action: 'allow',
    recommendedAction: 'allow',
    policyMode: 'hybrid',
    riskLevel: 'low',
    reasonCodes: [],
  });
  t.like(body['featureContributions'], { scoringProfile: 'default' });
  const { knex } = service.database.db;
  const stored = (await knex('assessments')
    .where({ company_id: tenant.companyId, id: body['assessmentId'] })
    .first()) as Record<string, unknown>;
  t.like(stored, {
    source: 'assess',
    transaction_id: transaction['transactionId'],
    amount_minor: 4_900,
    risk_score: 0,
    event_id: null,
  });
  t.deepEqual(stored['feature_contributions'], body['featureContributions']);
});

test('personal data is stored masked or hashed only', async (t) => {
  const tenant = await registerTenant(service);
  await assess(service, tenant, {
    email: 'ada.lovelace@example.com',
    ipAddress: '203.0.113.77',
    phoneNumber: '+14155550123',
  });
  const { knex } = service.database.db;
  const stored = JSON.stringify(await knex('assessments').where({ company_id: tenant.companyId }));
  for (const secret of ['lovelace', '203.0.113.77', '4155550123']) t.false(stored.includes(secret), secret);
  t.true(stored.includes('ada***om'));
});

test('a user who shares a device with a confirmed-fraud user scores clearly higher, and falls back when it is undone', async (t) => {
  const tenant = await registerTenant(service);
  // Of this test alone: what two companies confirm as fraud is a threat to all.
  const device = randomUUID();
  const assessmentId = await confirmFraud(tenant, { userId: 'fraudster', deviceFingerprint: device });
  const peer = await assess(service, tenant, { userId: 'peer', deviceFingerprint: device });
  const stranger = await assess(service, tenant, { userId: 'stranger', deviceFingerprint: 'device-2' });
  t.true(scoreOf(peer) >= scoreOf(stranger) + 40, `${scoreOf(peer)} against ${scoreOf(stranger)}`);
  t.true(reasonsOf(peer).includes('GRAPH_FRAUD_NEIGHBOR'));
  t.true((signalsOf(peer)['knnFraudSimilarity'] ?? 0) > 0.6);

  await sendFeedback(service, tenant, assessmentId, 'false_positive');
  const later = await assess(service, tenant, { userId: 'later', deviceFingerprint: device });
  t.is(signalsOf(later)['knnFraudSimilarity'], 0);
  // What is left is what a device with the same three users and no outcome at all would give.
  for (const userId of ['one', 'two'])
    await assess(service, tenant, { userId, deviceFingerprint: `${device}-control` });
  const control = await assess(service, tenant, { userId: 'three', deviceFingerprint: `${device}-control` });
  t.is(scoreOf(later), scoreOf(control));
  t.deepEqual(reasonsOf(later), reasonsOf(control));
});

test('a confirmed-fraud user is blocked, and may be cleared by a later outcome', async (t) => {
  const tenant = await registerTenant(service);
  const assessmentId = await confirmFraud(tenant, { userId: 'fraudster' });
  const again = await assess(service, tenant, { userId: 'fraudster' });
  t.is(again.body['action'], 'block');
  await sendFeedback(service, tenant, assessmentId, 'approved');
  t.is((await assess(service, tenant, { userId: 'fraudster' })).body['action'], 'allow');
});

test('fraud two hops away counts a little', async (t) => {
  const tenant = await registerTenant(service);
  await confirmFraud(tenant, { userId: 'fraudster', deviceFingerprint: 'two-hop-device' });
  await assess(service, tenant, {
    userId: 'between',
    deviceFingerprint: 'two-hop-device',
    paymentMethodHash: 'card-1',
  });
  const far = await assess(service, tenant, { userId: 'far', paymentMethodHash: 'card-1' });
  t.is(signalsOf(far)['fraudWithinTwoHops'], 1);
  t.true(scoreOf(far) > 0);
});

test('twenty events in a minute raise the velocity codes', async (t) => {
  const tenant = await registerTenant(service);
  let last: Answer | undefined;
  for (let index = 0; index < 20; index += 1) last = await ingest(service, tenant, { userId: 'busy' });
  const { riskScore, reasonCodes } = last?.body['assessment'] as { riskScore: number; reasonCodes: string[] };
  t.deepEqual([...reasonCodes].sort(), ['VELOCITY_BURST', 'VELOCITY_ZSCORE_SPIKE']);
  t.true(riskScore >= 50, `${riskScore}`);
});

test('velocity goes by the time of the event, not of its arrival', async (t) => {
  const tenant = await registerTenant(service);
  const start = Date.now() - 20 * 86_400_000;
  let last: Answer | undefined;
  for (let day = 0; day < 20; day += 1) {
    const timestamp = new Date(start + day * 86_400_000).toISOString();
    last = await ingest(service, tenant, { userId: 'daily', timestamp });
  }
  const { riskScore, featureContributions } = last?.body['assessment'] as Answer['body'];
  t.is(riskScore, 0);
  t.like(featureContributions, { userEvents1h: 0, userEvents24h: 1 });
});

test('a late event is scored by what was known at its own time', async (t) => {
  const tenant = await registerTenant(service);
  const metadata = { deviceId: randomUUID() };
  const timestamp = new Date(Date.now() - 30 * 86_400_000).toISOString();
  await confirmFraud(tenant, { userId: 'fraudster', deviceFingerprint: metadata.deviceId });
  for (const userId of ['a', 'b', 'c', 'd']) await ingest(service, tenant, { userId, metadata });
  const late = await ingest(service, tenant, { userId: 'late', metadata, timestamp });
  const { riskScore, featureContributions } = late.body['assessment'] as Answer['body'];
  t.is(riskScore, 0);
  t.like(featureContributions, { deviceConnections: 1, deviceNewConnections24h: 0 });
});

test('a steady heavy user is no spike', async (t) => {
  const tenant = await registerTenant(service);
  const start = Date.now() - 6 * 3_600_000;
  let last: Answer | undefined;
  for (let index = 0; index < 120; index += 1) {
    const timestamp = new Date(start + index * 120_000).toISOString();
    last = await ingest(service, tenant, { userId: 'steady', timestamp });
  }
  t.is((last?.body['assessment'] as { riskScore: number }).riskScore, 0);
});

test('the same history and input give the same score', async (t) => {
  const [device, ip] = [randomUUID(), '198.51.100.9'];
  const scores = await Promise.all(
    [1, 2].map(async (round) => {
      const tenant = await registerTenant(service);
      const deviceFingerprint = `${device}-${round}`;
      await confirmFraud(tenant, { userId: 'fraudster', deviceFingerprint, ipAddress: ip });
      for (let index = 0; index < 9; index += 1)
        await assess(service, tenant, { userId: `user-${index}`, deviceFingerprint });
      const { body } = await assess(service, tenant, {
        userId: 'last',
        deviceFingerprint,
        ipAddress: ip,
        amountMinor: 99_000,
      });
      return [body['riskScore'], body['reasonCodes']];
    }),
  );
  t.deepEqual(scores[0], scores[1]);
});

test('the score can be recomputed from the contributions', async (t) => {
  const tenant = await registerTenant(service);
  await confirmFraud(tenant, { userId: 'fraudster', deviceFingerprint: 'device-1' });
  for (let index = 0; index < 12; index += 1) await assess(service, tenant, { userId: 'busy' });
  const answer = await assess(service, tenant, { userId: 'busy', deviceFingerprint: 'device-1' });
  const signals = signalsOf(answer);
  const part = (name: string) => ({ weight: signals[`${name}Weight`] ?? NaN, score: signals[`${name}Score`] ?? NaN });
  t.is(composeParts([part('graph'), part('velocity'), part('indicator')]), scoreOf(answer));
  t.deepEqual([part('graph').weight, part('velocity').weight, part('indicator').weight], [0.45, 0.35, 0.2]);
});

test.serial('all twelve reason codes are reached', async (t) => {
  const workers = await startWorkers(service);
  t.teardown(() => workers.close());
  const seen = new Set<string>();
  const note = (answer: Answer) => {
    const assessment = (answer.body['assessment'] ?? answer.body) as { reasonCodes?: string[] };
    for (const code of assessment.reasonCodes ?? []) seen.add(code);
  };
  const [one, two, three] = [
    await registerTenant(service),
    await registerTenant(service),
    await registerTenant(service),
  ];
  // Threat intelligence and graph: one device confirmed as fraud in two companies, seen in a third; shared by many.
  const threat = { deviceFingerprint: 'threat-device', email: 'threat@example.com', ipAddress: '203.0.113.40' };
  for (const tenant of [one, two]) await confirmFraud(tenant, { userId: 'fraudster', ...threat });
  await waitForOutcomes(service, one, two);
  note(await assess(service, three, { userId: 'victim', deviceFingerprint: threat.deviceFingerprint }));
  note(await assess(service, one, { userId: 'peer', ...threat }));
  note(await assess(service, one, { userId: 'neighbour', ipAddress: threat.ipAddress }));
  for (let index = 0; index < 12; index += 1)
    note(await assess(service, three, { userId: `ring-${index}`, deviceFingerprint: 'farm' }));
  // Velocity: a burst, an amount far above the usual, payments failing over many cards.
  for (let index = 0; index < 20; index += 1) note(await assess(service, two, { userId: 'busy' }));
  note(await assess(service, two, { userId: 'busy-not', amountMinor: 90_000_000 }));
  for (let index = 0; index < 8; index += 1) {
    note(
      await ingest(service, three, {
        eventType: 'payment_failed',
        userId: 'tester',
        paymentDetails: { fingerprint: `card-${index}`, amountMinor: 100, currency: 'USD' },
      }),
    );
  }
  for (const table of ['activity', 'evidence']) {
    const restricted = await restrictSignals(service, table);
    note(await assess(service, three));
    await restricted.restore();
  }
  t.deepEqual([...seen].sort(), Object.keys(REASON_CODES).sort());
});

test.serial('a signal source that fails is left out, named, and the policy decides on the rest', async (t) => {
  const tenant = await registerTenant(service);
  await confirmFraud(tenant, { userId: 'fraudster', deviceFingerprint: 'device-1' });
  const restricted = await restrictSignals(service, 'activity');
  const answer = await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'device-1' });
  await restricted.restore();
  t.is(answer.status, 200);
  t.is(reasonsOf(answer).at(-1), 'DEGRADED_VELOCITY_UNAVAILABLE');
  const signals = signalsOf(answer);
  t.is(signals['velocityWeight'], 0);
  t.false('velocityScore' in signals);
  t.is((signals['graphWeight'] ?? 0) + (signals['indicatorWeight'] ?? 0), 1);
  t.true(reasonsOf(answer).includes('GRAPH_FRAUD_NEIGHBOR'));
});

test.serial('a signal source that is late is left out within its budget', async (t) => {
  const hasty = await startService({ beside: service, environment: { SIGNAL_TIMEOUT_MS: '300' } });
  t.teardown(() => hasty.close());
  const tenant = await registerTenant(hasty);
  await assess(hasty, tenant);
  const blocker = new pg.Client({ connectionString: service.database.url });
  await blocker.connect();
  await blocker.query('begin; lock table evidence in access exclusive mode');
  const answer = await assess(hasty, tenant);
  await blocker.end();
  t.is(answer.status, 200);
  t.like(answer.body, {
    action: 'review',
    recommendedAction: 'review',
    riskScore: 0,
    reasonCodes: ['DEGRADED_GRAPH_UNAVAILABLE'],
  });
  t.is((await assess(hasty, tenant)).body['action'], 'allow');
});

test.serial('with no connection to load signals, the assessment is made without them, in time', async (t) => {
  const crowded = await startService({
    beside: service,
    environment: { SIGNAL_TIMEOUT_MS: '300', DATABASE_POOL_SIZE: '2' },
  });
  t.teardown(() => crowded.close());
  const tenant = await registerTenant(crowded);
  const taken = await Promise.all([0, 1].map(() => crowded.dependencies.db.signals.connect()));
  const answer = await assess(crowded, tenant);
  for (const client of taken) client.release();
  t.is(answer.status, 200);
  t.deepEqual(reasonsOf(answer), ['DEGRADED_GRAPH_UNAVAILABLE', 'DEGRADED_VELOCITY_UNAVAILABLE']);
  t.deepEqual(reasonsOf(await assess(crowded, tenant)), []);
});

test('each policy mode makes its own action of the same finding', async (t) => {
  const tenant = await registerTenant(service);
  await confirmFraud(tenant, { userId: 'fraudster' });
  const actions: Record<string, unknown> = {};
  for (const mode of ['hybrid', 'advisory', 'shadow']) {
    await service.database.db.knex('policies').where({ company_id: tenant.companyId }).update({ policy_mode: mode });
    const { body } = await assess(service, tenant, { userId: 'fraudster' });
    t.is(body['policyMode'], mode);
    actions[mode] = [body['action'], body['recommendedAction']];
  }
  t.deepEqual(actions, { hybrid: ['block', 'block'], advisory: ['review', 'block'], shadow: ['allow', 'block'] });
});

test('without an active subscription: 402', async (t) => {
  const tenant = await registerTenant(service);
  await expireSubscription(service, tenant);
  for (const answer of [await assess(service, tenant), await sendFeedback(service, tenant, randomUUID(), 'approved')]) {
    t.deepEqual([answer.status, answer.body['code']], [402, 'SUBSCRIPTION_REQUIRED']);
  }
});

test('a request that is not valid names each place', async (t) => {
  const tenant = await registerTenant(service);
  const { status, body } = await assess(service, tenant, {
    transactionId: '',
    amountMinor: 1.5,
    currency: 'usd',
    userId: 7,
    ipGeo: { lat: 91 },
  });
  t.is(status, 400);
  t.deepEqual((body['details'] as { path: string }[]).map(({ path }) => path).sort(), [
    '/amountMinor',
    '/currency',
    '/ipGeo/lat',
    '/transactionId',
    '/userId',
  ]);
});

test.serial('assess takes at most three round trips to the database, ingest at most four', async (t) => {
  const tenant = await registerTenant(service);
  const fields = { userId: 'user-1', deviceFingerprint: 'device-1', email: 'a@example.com', ipAddress: '198.51.100.1' };
  await assess(service, tenant, fields);
  await ingest(service, tenant, { userId: 'user-1' });
  t.is(await countStatements(() => assess(service, tenant, fields)), 3);
  const ingestion = await countStatements(() =>
    ingest(service, tenant, { userId: 'user-1', metadata: { deviceId: 'device-1' } }),
  );
  t.true(ingestion <= 4, `${ingestion}`);
});

test('a user with a long history costs no more than its latest events', async (t) => {
  const tenant = await registerTenant(service);
  await assess(service, tenant, { userId: 'old' });
  await service.database.db.knex.raw(
    `insert into activity select company_id, entity_key, occurred_at - n * interval '1 second', assessment_id, kind, amount_minor,
       currency, user_fp, device_fp, payment_fp, transaction_fp
     from activity, generate_series(1, 20000) n where company_id = ?`,
    [tenant.companyId],
  );
  const { body } = await assess(service, tenant, { userId: 'old' });
  t.is((body['featureContributions'] as Record<string, number>)['userEvents24h'], 100);
});
