import { randomUUID } from 'node:crypto';
import test from 'ava';
import { storeFeatures } from '../../db/queries/graph-features.ts';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import { closenessOf } from '../../engine/graph/closeness.ts';
import { waitUntil } from '../jobs/support.ts';
import { assess, registerTenant, sendFeedback, startService, type Service, type Tenant } from '../support/service.ts';
import { startWorkers, waitForOutcomes, type TestWorkers } from '../support/workers.ts';

let service: Service;
let workers: TestWorkers;
test.before(async () => {
  service = await startService();
  workers = await startWorkers(service);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

interface FeatureRow {
  user_key: string;
  pagerank: number;
  betweenness: number;
  knn_fraud_similarity: number;
  fraud_distance: number | null;
  component_size: number;
  component_fraud_share: number;
  as_of: Date;
}

const rowsOf = (table: string, { companyId }: Tenant) =>
  service.database.db.knex(table).where({ company_id: companyId });
const keyOf = ({ companyId }: Tenant, userId: string) => service.dependencies.hasher.hash(`user:${companyId}`, userId);

/** The features of users, in their order, once all changes of the tenant are worked off. */
async function featuresOf(tenant: Tenant, ...userIds: string[]): Promise<(FeatureRow | undefined)[]> {
  await waitForOutcomes(service, tenant);
  await waitUntil(async () => (await rowsOf('graph_changes', tenant)).length === 0, 'the graph is up to date');
  const rows = (await rowsOf('user_features', tenant).select()) as FeatureRow[];
  return userIds.map((userId) => rows.find(({ user_key }) => user_key === keyOf(tenant, userId)));
}

test('peers on a device share a component; confirmed fraud reaches them, and false_positive takes it back', async (t) => {
  const tenant = await registerTenant(service);
  const { body: first } = await assess(service, tenant, {
    userId: 'thief',
    deviceFingerprint: 'd-1',
    email: 't@example.com',
  });
  await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'd-1' });
  await assess(service, tenant, { userId: 'stranger', deviceFingerprint: 'd-2' });
  const [thief, peer, stranger] = await featuresOf(tenant, 'thief', 'peer', 'stranger');
  t.like(peer, { component_size: 2, component_fraud_share: 0, knn_fraud_similarity: 0, fraud_distance: null });
  t.like(stranger, { component_size: 1, betweenness: 0 });
  t.true((thief?.pagerank ?? 0) > (peer?.pagerank ?? 0), 'two indicators make more central than one');
  const { body: calm } = await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'd-1' });
  t.like(calm['featureContributions'], { knnFraudSimilarity: 0, graphFeatures: 'background' });

  await sendFeedback(service, tenant, first['assessmentId'], 'confirmed_fraud');
  const [, near, far] = await featuresOf(tenant, 'thief', 'peer', 'stranger');
  t.like(near, { fraud_distance: 1, component_fraud_share: 0.5 });
  t.true(Math.abs((near?.knn_fraud_similarity ?? 0) - closenessOf('device', 2)) < 1e-9);
  t.is(far?.knn_fraud_similarity, 0);
  const { body: alarmed } = await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'd-1' });
  t.true(Number(alarmed['riskScore']) > Number(calm['riskScore']));
  t.true((alarmed['reasonCodes'] as string[]).includes('GRAPH_FRAUD_NEIGHBOR'));
  t.true(Number((alarmed['featureContributions'] as Record<string, unknown>)['knnFraudSimilarity']) > 0.6);

  await sendFeedback(service, tenant, first['assessmentId'], 'false_positive');
  const [, again] = await featuresOf(tenant, 'thief', 'peer');
  t.like(again, { fraud_distance: null, component_fraud_share: 0, knn_fraud_similarity: 0 });
  const { body: relieved } = await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'd-1' });
  t.true(Number(relieved['riskScore']) <= Number(calm['riskScore']) + 1);
});

test.serial('only a new edge leaves work behind, and a burst of one user is one job', async (t) => {
  const tenant = await registerTenant(service);
  const jobs = () => workers.attempts.filter(({ queue }) => queue.includes('graph-features')).length;
  const before = jobs();
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      assess(service, tenant, { userId: 'busy', deviceFingerprint: `device-${index}` }),
    ),
  );
  const [busy] = await featuresOf(tenant, 'busy');
  t.is(busy?.component_size, 1);
  await waitUntil(() => jobs() > before, 'the job is logged');
  t.true(jobs() - before <= 3, `${jobs() - before} jobs`);
  const { body } = await assess(service, tenant, { userId: 'busy', deviceFingerprint: 'device-1' });
  t.truthy(body['assessmentId']);
  t.is((await rowsOf('graph_changes', tenant)).length, 0);
});

test('an indicator of more than 500 users connects nobody, and is remembered', async (t) => {
  const tenant = await registerTenant(service);
  const { companyId } = tenant;
  const { pool } = service.database.db;
  const crowd = service.dependencies.hasher.hash('ip', '198.51.100.7');
  await pool.query(
    `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
     select $1::uuid, $2::uuid, md5(n::text)::uuid, 'ip', now() - interval '1 hour' from generate_series(1, $3) n`,
    [companyId, crowd, SUPER_CONNECTOR_LIMIT],
  );
  await assess(service, tenant, { userId: 'one-more', ipAddress: '198.51.100.7', deviceFingerprint: 'own' });
  const [features] = await featuresOf(tenant, 'one-more');
  t.is(features?.component_size, 1);
  t.like(await rowsOf('super_connectors', tenant).first(), { indicator_key: crowd, indicator_type: 'ip' });
});

test('an indicator of more than 500 users may be met again on the way', async (t) => {
  const tenant = await registerTenant(service);
  const crowd = service.dependencies.hasher.hash('ip', '198.51.100.9');
  await service.database.db.pool.query(
    `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
     select $1::uuid, $2::uuid, key, 'ip', now() - interval '1 hour'
     from (select md5(n::text)::uuid from generate_series(1, $3) n union all select $4::uuid) as crowd (key)`,
    [tenant.companyId, crowd, SUPER_CONNECTOR_LIMIT, keyOf(tenant, 'peer')],
  );
  await rowsOf('user_indicators', tenant).insert({
    company_id: tenant.companyId,
    indicator_key: service.dependencies.hasher.hash('device', 'shared'),
    user_key: keyOf(tenant, 'peer'),
    indicator_type: 'device',
    first_seen_at: new Date(),
  });
  await assess(service, tenant, { userId: 'user', ipAddress: '198.51.100.9', deviceFingerprint: 'shared' });
  const [features] = await featuresOf(tenant, 'user');
  t.is(features?.component_size, 2);
  t.like(await rowsOf('super_connectors', tenant).first(), { indicator_key: crowd, indicator_type: 'ip' });
});

test('of a component that is too large to load, the user itself and its closeness to fraud are exact', async (t) => {
  const tenant = await registerTenant(service);
  const { companyId } = tenant;
  const { pool } = service.database.db;
  const shared = service.dependencies.hasher.hash('ip', '198.51.100.8');
  await pool.query(
    `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
     select $1::uuid, $2::uuid, md5(n::text)::uuid, 'ip', now() - interval '1 hour' from generate_series(1, 400) n
     union all
     select $1::uuid, md5('own' || n)::uuid, md5(n::text)::uuid, 'device', now() - interval '1 hour' from generate_series(1, 400) n`,
    [companyId, shared],
  );
  await pool.query(
    `insert into risk_users (company_id, user_key, user_id, first_seen_at, confirmed_fraud)
     select $1::uuid, md5(n::text)::uuid, n::text, now(), n = 7 from generate_series(1, 400) n`,
    [companyId],
  );
  await assess(service, tenant, { userId: 'newcomer', ipAddress: '198.51.100.8' });
  const [features] = await featuresOf(tenant, 'newcomer');
  t.is(features?.component_size, 401);
  t.is(features?.fraud_distance, 1);
  t.true(Math.abs((features?.knn_fraud_similarity ?? 0) - closenessOf('ip', 401)) < 1e-9);
  t.is((await rowsOf('user_features', tenant)).length, 1, 'peers that were not followed keep what they have');
});

test('features of fresher data are not overwritten by staler ones', async (t) => {
  const tenant = await registerTenant(service);
  await assess(service, tenant, { userId: 'user', deviceFingerprint: 'device' });
  const [stored] = await featuresOf(tenant, 'user');
  const features = {
    userKey: keyOf(tenant, 'user'),
    pagerank: 9,
    betweenness: 0,
    knnFraudSimilarity: 1,
    fraudDistance: 0,
    componentSize: 9,
    componentFraudShare: 1,
  };
  const change = { user_key: keyOf(tenant, 'user'), id: randomUUID() };
  await rowsOf('graph_changes', tenant).insert({ company_id: tenant.companyId, ...change, changed_at: new Date() });
  const asOf = stored?.as_of.getTime() ?? 0;
  const store = (moment: number) =>
    storeFeatures(service.database.db.knex, tenant.companyId, {
      asOf: new Date(moment),
      eventTime: new Date(),
      features: [features],
      changes: [{ userKey: change.user_key, id: change.id }],
    });
  t.false(await store(asOf - 1));
  t.is((await rowsOf('user_features', tenant).first<{ component_size: number }>()).component_size, 1);
  t.is((await rowsOf('graph_changes', tenant)).length, 1, 'the change waits for a job that sees the fresher data');
  t.true(await store(asOf + 1));
  t.is((await featuresOf(tenant, 'user'))[0]?.component_size, 9);
  t.is((await rowsOf('graph_changes', tenant)).length, 0);
});

test('companies do not meet in the graph', async (t) => {
  const [one, two] = [await registerTenant(service), await registerTenant(service)];
  const { body } = await assess(service, one, { userId: 'user', deviceFingerprint: 'same' });
  await assess(service, two, { userId: 'user', deviceFingerprint: 'same' });
  await sendFeedback(service, one, body['assessmentId'], 'confirmed_fraud');
  await featuresOf(one);
  t.like((await featuresOf(two, 'user'))[0], { component_size: 1, knn_fraud_similarity: 0, fraud_distance: null });
});
