import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import { assess, ingest, registerTenant, startService, type Service } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { assessed, exploreAssessment, exploreUser, graphOf, insertUsers } from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

test('analysts explore: nodes, links and properties are those of the specification', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  const fields = { deviceFingerprint: 'device-1', email: 'ada@example.com', shippingAddressHash: 'address-1' };
  await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'device-1' });
  const id = await assessed(service, tenant, {
    userId: 'seed',
    ...fields,
    cardDetails: { bin: '411111' },
    ipGeo: { country: 'us', city: 'Springfield' },
  });
  const graph = graphOf(await exploreAssessment(service, analyst, id));
  t.deepEqual(graphOf(await exploreUser(service, analyst, 'seed')).links, graph.links);
  const { hasher } = service.dependencies;
  const [device, email] = [hasher.hash('device', 'device-1'), hasher.hash('email', 'ada@example.com')];
  t.deepEqual(graph.meta, { seedUserId: 'seed', nodeCount: 6, linkCount: 5 });
  t.deepEqual(graph.links, [
    { source: 'riskuser::seed', target: `globalindicator::${device}`, type: 'USES_INDICATOR' },
    { source: 'riskuser::seed', target: `globalindicator::${email}`, type: 'USES_INDICATOR' },
    { source: 'riskuser::seed', target: 'cardbin::411111', type: 'USED_CARD_BIN' },
    { source: 'riskuser::seed', target: 'geolocation::US', type: 'LOCATED_IN' },
    { source: 'riskuser::peer', target: `globalindicator::${device}`, type: 'USES_INDICATOR' },
  ]);
  const [seed, first] = graph.nodes;
  t.like(seed, { id: 'riskuser::seed', label: 'RiskUser', group: 'riskuser' });
  t.like(seed?.properties, { user_id: 'seed', is_confirmed_fraud: false, knn_fraud_similarity: 0 });
  t.true(Number(seed?.properties['gds_pagerank_score']) > 0);
  t.deepEqual(first, {
    id: `globalindicator::${device}`,
    label: 'GlobalIndicator',
    group: 'globalindicator',
    properties: { indicator_type: 'device', indicator_hash: device, is_global_threat: false },
  });
  t.deepEqual(graph.nodes.slice(4), [
    { id: 'cardbin::411111', label: 'CardBIN', group: 'cardbin', properties: { bin: '411111' } },
    { id: 'geolocation::US', label: 'GeoLocation', group: 'geolocation', properties: { country: 'US' } },
  ]);
});

test('an assessment without indicators is a graph of its user alone', async (t) => {
  const tenant = await registerTenant(service);
  const id = await assessed(service, tenant, { userId: 'alone' });
  for (const answer of [await exploreAssessment(service, tenant, id), await exploreUser(service, tenant, 'alone')]) {
    const { nodes, links, meta } = graphOf(answer);
    t.deepEqual([nodes.map((node) => node.id), links, meta.seedUserId], [['riskuser::alone'], [], 'alone']);
  }
});

test('an assessment of an ingested event is explored like any other', async (t) => {
  const tenant = await registerTenant(service);
  await assess(service, tenant, { userId: 'peer', paymentMethodHash: 'pm-1' });
  const { body } = await ingest(service, tenant, {
    userId: 'seed',
    eventType: 'payment_failed',
    paymentDetails: { fingerprint: 'pm-1', cardBin: '52000012', amountMinor: 1, currency: 'USD' },
    ipGeo: { country: 'BR' },
  });
  const { assessmentId } = body['assessment'] as { assessmentId: string };
  const { nodes } = graphOf(await exploreAssessment(service, tenant, assessmentId));
  t.deepEqual(
    nodes.map(({ group, properties }) => [group, properties['user_id'] ?? properties['bin'] ?? properties['country']]),
    [
      ['riskuser', 'seed'],
      ['globalindicator', undefined],
      ['riskuser', 'peer'],
      ['cardbin', '52000012'],
      ['geolocation', 'BR'],
    ],
  );
});

test('unknown assessments and users are 404; malformed ids and a missing user are 400', async (t) => {
  const tenant = await registerTenant(service);
  t.is((await exploreAssessment(service, tenant, randomUUID())).status, 404);
  t.is((await exploreUser(service, tenant, 'nobody')).status, 404);
  t.is((await exploreAssessment(service, tenant, 'nope')).status, 400);
  t.is((await exploreUser(service, tenant, '')).status, 400);
  t.is((await exploreUser(service, tenant, 'x'.repeat(257))).status, 400);
  t.is((await service.call('GET', '/api/graph/explore', { token: tenant.token })).status, 400);
  const twice = await service.call('GET', '/api/graph/explore?userId=a&userId=b', { token: tenant.token });
  t.is(twice.status, 400);
});

test('without a token 401; without a subscription, or the feature in its plan, 402', async (t) => {
  const [expired, limited] = [await registerTenant(service), await registerTenant(service)];
  const id = await assessed(service, limited, { userId: 'user' });
  await expireSubscription(service, expired);
  await limitUsage(service, limited, 1_000);
  t.is((await service.call('GET', `/api/graph/explore/${id}`)).status, 401);
  t.is((await service.call('GET', '/api/graph/explore?userId=user')).status, 401);
  for (const explore of [exploreAssessment, exploreUser]) {
    t.like((await explore(service, expired, id)).body, { statusCode: 402, code: 'SUBSCRIPTION_REQUIRED' });
    t.like((await explore(service, limited, id)).body, { statusCode: 402, code: 'FEATURE_NOT_IN_PLAN' });
  }
});

test.serial('the number of statements does not depend on the size of the graph', async (t) => {
  const tenant = await registerTenant(service);
  const small = await assessed(service, tenant, { userId: 'small', deviceFingerprint: 'small' });
  const users = Array.from({ length: 300 }, (_, index) => ({ userId: `peer-${index}`, devices: ['large', 'other'] }));
  await insertUsers(service, tenant, users);
  await assess(service, tenant, { userId: 'large', deviceFingerprint: 'other' });
  const large = await assessed(service, tenant, { userId: 'large', deviceFingerprint: 'large' });
  // A new connection is a statement more; now there are enough.
  await Promise.all(Array.from({ length: 8 }, () => exploreUser(service, tenant, 'large')));
  const counts = [];
  for (const [id, user] of [
    [small, 'small'],
    [large, 'large'],
  ] as const) {
    counts.push([
      await countStatements(async () => t.is((await exploreAssessment(service, tenant, id)).status, 200)),
      await countStatements(async () => t.is((await exploreUser(service, tenant, user)).status, 200)),
    ]);
  }
  // Access, then the assessment and its neighbours; or access, the user, what it is seen with, neighbours, standings.
  t.deepEqual(counts, [
    [3, 7],
    [3, 7],
  ]);
});
