import test from 'ava';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import { waitUntil } from '../jobs/support.ts';
import { createTestClock, type TestClock } from '../support/clock.ts';
import {
  assess,
  ingest,
  registerTenant,
  sendFeedback,
  startService,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { startWorkers, waitForOutcomes, type TestWorkers } from '../support/workers.ts';
import { assessed, deviceKey, exploreAssessment, exploreUser, graphOf, idsOf, insertUsers, nodeOf } from './support.ts';

let service: Service;
let workers: TestWorkers;
// Tests take turns: they move one clock.
let clock: TestClock;
test.before(async () => {
  clock = createTestClock();
  service = await startService({ clock });
  workers = await startWorkers(service);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

/** Everything that follows from outcomes and new edges is done. */
async function settle(...tenants: Tenant[]): Promise<void> {
  await waitForOutcomes(service, ...tenants);
  const changes = service.database.db.knex('graph_changes').whereIn(
    'company_id',
    tenants.map(({ companyId }) => companyId),
  );
  await waitUntil(async () => (await changes.clone()).length === 0, 'the graph is up to date');
}

const textOf = async (tenant: Tenant, id: string) =>
  JSON.stringify(graphOf(await exploreAssessment(service, tenant, id)));

test.serial(
  'labels set after the assessment show in live mode only: seed, peers, similarity and global threat',
  async (t) => {
    const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
    const peerAssessment = await assessed(service, tenant, { userId: 'peer', deviceFingerprint: 'device-1' });
    clock.advance(1_000);
    const id = await assessed(service, tenant, { userId: 'seed', deviceFingerprint: 'device-1' });
    await settle(tenant);
    const before = await textOf(tenant, id);
    clock.advance(60_000);

    // Confirmed fraud on the device in two companies: the peer is a fraudster, the device a global threat.
    const elsewhere = await assessed(service, other, { userId: 'thief', deviceFingerprint: 'device-1' });
    await sendFeedback(service, other, elsewhere, 'confirmed_fraud');
    await sendFeedback(service, tenant, peerAssessment, 'confirmed_fraud');
    await settle(tenant, other);
    t.is(await textOf(tenant, id), before);
    const deviceNode = `globalindicator::${deviceKey(service, 'device-1')}`;
    const live = graphOf(await exploreUser(service, tenant, 'seed'));
    t.like(nodeOf(live, 'riskuser::peer')?.properties, { is_confirmed_fraud: true });
    t.true(Number(nodeOf(live, 'riskuser::seed')?.properties['knn_fraud_similarity']) > 0.6);
    t.is(nodeOf(live, deviceNode)?.properties['is_global_threat'], true);

    // A label on the seed itself, too.
    await sendFeedback(service, tenant, id, 'chargeback');
    await settle(tenant);
    t.is(await textOf(tenant, id), before);
    t.true(
      nodeOf(graphOf(await exploreUser(service, tenant, 'seed')), 'riskuser::seed')?.properties['is_confirmed_fraud'],
    );

    // What was known at the time of an assessment is shown of its own user and indicators, and stays, though taken back.
    clock.advance(60_000);
    const later = await assessed(service, tenant, { userId: 'seed', deviceFingerprint: 'device-1' });
    const known = graphOf(await exploreAssessment(service, tenant, later));
    t.like(known.nodes[0]?.properties, { is_confirmed_fraud: true, knn_fraud_similarity: 1 });
    t.is(nodeOf(known, deviceNode)?.properties['is_global_threat'], true);
    t.deepEqual(nodeOf(known, 'riskuser::peer')?.properties, {
      user_id: 'peer',
      is_confirmed_fraud: false,
      knn_fraud_similarity: 0,
      gds_pagerank_score: 0,
      gds_betweenness_score: 0,
    });
    for (const [caller, labelled] of [
      [tenant, id],
      [tenant, peerAssessment],
      [other, elsewhere],
    ] as const) {
      await sendFeedback(service, caller, labelled, 'false_positive');
    }
    await settle(tenant, other);
    t.deepEqual(graphOf(await exploreAssessment(service, tenant, later)), known);
    t.is(
      nodeOf(graphOf(await exploreUser(service, tenant, 'seed')), deviceNode)?.properties['is_global_threat'],
      false,
    );
  },
);

test.serial('events after the assessment do not change its graph, also when they are dated before it', async (t) => {
  const tenant = await registerTenant(service);
  await assess(service, tenant, { userId: 'early', deviceFingerprint: 'device-1' });
  clock.advance(60_000);
  const id = await assessed(service, tenant, {
    userId: 'seed',
    deviceFingerprint: 'device-1',
    ipGeo: { country: 'US' },
  });
  const before = await textOf(tenant, id);
  const yesterday = new Date(clock.now() - 86_400_000).toISOString();
  clock.advance(1);
  await assess(service, tenant, { userId: 'late', deviceFingerprint: 'device-1' });
  await assess(service, tenant, {
    userId: 'seed',
    deviceFingerprint: 'device-2',
    cardDetails: { bin: '411111' },
    ipGeo: { country: 'BR' },
  });
  const metadata = { deviceId: 'device-1' };
  t.is((await ingest(service, tenant, { userId: 'backdated', timestamp: yesterday, metadata })).status, 200);
  await settle(tenant);
  t.is(await textOf(tenant, id), before);
  const live = graphOf(await exploreUser(service, tenant, 'seed'));
  t.deepEqual(
    idsOf(live, 'riskuser'),
    ['seed', 'backdated', 'early', 'late'].map((user) => `riskuser::${user}`),
  );
  t.is(idsOf(live, 'globalindicator').length, 2);
  t.deepEqual(
    [...idsOf(live, 'cardbin'), ...idsOf(live, 'geolocation')],
    ['cardbin::411111', 'geolocation::BR', 'geolocation::US'],
  );
});

test.serial('an event dated ahead of the assessment is not seen in its graph', async (t) => {
  const tenant = await registerTenant(service);
  const ahead = new Date(clock.now() + 60_000).toISOString();
  await ingest(service, tenant, { userId: 'ahead', timestamp: ahead, metadata: { deviceId: 'device-1' } });
  clock.advance(1);
  const id = await assessed(service, tenant, { userId: 'seed', deviceFingerprint: 'device-1' });
  t.deepEqual(idsOf(graphOf(await exploreAssessment(service, tenant, id)), 'riskuser'), ['riskuser::seed']);
});

test.serial(
  'an indicator that becomes a crowd later stays in the graph of the assessment, and leaves the live one',
  async (t) => {
    const tenant = await registerTenant(service);
    await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'device-1' });
    clock.advance(1);
    const id = await assessed(service, tenant, { userId: 'seed', deviceFingerprint: 'device-1' });
    const before = await textOf(tenant, id);
    const crowd = Array.from({ length: 2 * SUPER_CONNECTOR_LIMIT }, (_, index) => ({
      userId: `crowd-${index}`,
      devices: ['device-1'],
    }));
    await insertUsers(service, tenant, crowd);
    await service.database.db
      .knex('user_indicators')
      .where({ company_id: tenant.companyId })
      .whereIn('user_key', service.database.db.knex('risk_users').select('user_key').whereLike('user_id', 'crowd-%'))
      .update({ recorded_at: new Date(clock.now() + 1) });
    t.is(await textOf(tenant, id), before);
    t.deepEqual(idsOf(graphOf(await exploreUser(service, tenant, 'seed')), 'globalindicator'), []);
  },
);
