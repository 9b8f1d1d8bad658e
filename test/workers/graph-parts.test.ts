import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { EntityType } from '../../engine/vocabulary.ts';
import { createGraphFeatures } from '../../workers/graph-features.ts';
import { passCompany } from '../../workers/graph-pass.ts';
import { handlerContext } from '../jobs/support.ts';
import { registerTenant, startService, type Service, type Tenant } from '../support/service.ts';

/* Users whose surroundings do not fit the bounds of a job: what it stores must not contradict the full pass. */

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const CROWD = 350;

interface FeatureRow {
  knn_fraud_similarity: number;
  fraud_distance: number | null;
  component_size: number;
}
type Edge = [user: string, indicator: string, type: EntityType];

const knex = () => service.database.db.knex;
const dependencies = () => {
  const { clock, hasher } = service.dependencies;
  return { db: service.database.db, databaseUrl: service.database.url, clock, hasher };
};
const makeKeys = (count: number) => Array.from({ length: count }, () => randomUUID());

async function addEdges({ companyId }: Tenant, edges: readonly Edge[]): Promise<void> {
  const row = { company_id: companyId, first_seen_at: new Date() };
  await knex()('user_indicators').insert(
    edges.map(([user_key, indicator_key, indicator_type]) => ({ ...row, user_key, indicator_key, indicator_type })),
  );
}
async function label({ companyId }: Tenant, userKey: string, confirmed: boolean): Promise<void> {
  const row = { company_id: companyId, user_key: userKey, user_id: userKey, first_seen_at: new Date() };
  await knex()('risk_users')
    .insert({ ...row, confirmed_fraud: confirmed })
    .onConflict(['company_id', 'user_key'])
    .merge(['confirmed_fraud']);
}
async function runJob({ companyId }: Tenant, userKey: string): Promise<void> {
  await createGraphFeatures(dependencies()).handle({ companyId, userKey }, handlerContext());
}
const mark = ({ companyId }: Tenant, userKey: string) =>
  knex()('graph_changes').insert({
    company_id: companyId,
    user_key: userKey,
    id: randomUUID(),
    changed_at: new Date(),
  });
const pass = ({ companyId }: Tenant) => passCompany(dependencies(), companyId, new AbortController().signal);
const featuresOf = ({ companyId }: Tenant, userKey: string): Promise<FeatureRow | undefined> =>
  knex()('user_features').where({ company_id: companyId, user_key: userKey }).first();

test('a user with hundreds of addresses keeps what a shared card says of it', async (t) => {
  const tenant = await registerTenant(service);
  const [traveller = '', thief = '', card = ''] = makeKeys(3);
  await label(tenant, thief, true);
  await addEdges(tenant, [
    [traveller, card, 'payment'],
    [thief, card, 'payment'],
    ...makeKeys(120).map((address): Edge => [traveller, address, 'ip']),
  ]);
  await pass(tenant);
  const exact = await featuresOf(tenant, traveller);
  t.true((exact?.knn_fraud_similarity ?? 0) > 0.6);
  await mark(tenant, traveller);
  await runJob(tenant, traveller);
  const stored = await featuresOf(tenant, traveller);
  t.is(stored?.knn_fraud_similarity, exact?.knn_fraud_similarity);
  t.is(stored?.fraud_distance, 1);
  t.is(stored?.component_size, 2);
});

test('confirmed fraud in a crowd reaches its close peers at once, and leaves them when it is taken back', async (t) => {
  const tenant = await registerTenant(service);
  const [thief = '', peer = '', address = '', device = ''] = makeKeys(4);
  await addEdges(tenant, [
    [thief, device, 'device'],
    [peer, device, 'device'],
    [thief, address, 'ip'],
    ...makeKeys(CROWD).map((user): Edge => [user, address, 'ip']),
  ]);
  await pass(tenant);
  for (const confirmed of [true, false]) {
    await label(tenant, thief, confirmed);
    await mark(tenant, thief);
    await runJob(tenant, thief);
    const soon = await featuresOf(tenant, peer);
    await pass(tenant);
    const exact = await featuresOf(tenant, peer);
    t.is((exact?.knn_fraud_similarity ?? 0) > 0.6, confirmed);
    t.is(soon?.knn_fraud_similarity, exact?.knn_fraud_similarity);
    t.is(soon?.fraud_distance, exact?.fraud_distance);
  }
});

test('in a crowd, the job of one user leaves the changes of the others to theirs', async (t) => {
  const tenant = await registerTenant(service);
  const [first = '', second = '', address = '', device = '', own = ''] = makeKeys(5);
  await addEdges(tenant, [
    [first, device, 'device'],
    [second, own, 'device'],
    ...makeKeys(CROWD).map((user): Edge => [user, address, 'ip']),
  ]);
  await pass(tenant);
  await addEdges(tenant, [
    [second, address, 'ip'],
    [second, device, 'device'],
  ]);
  await mark(tenant, second);
  await mark(tenant, first);
  await runJob(tenant, first);
  await runJob(tenant, second);
  t.true(((await featuresOf(tenant, second))?.component_size ?? 0) > 100);
  t.is((await knex()('graph_changes').where({ company_id: tenant.companyId })).length, 0);
});

/** Each shares a device with the next. */
const linkInChain = (tenant: Tenant, chain: readonly string[]) =>
  addEdges(
    tenant,
    makeKeys(chain.length - 1).flatMap((device, place): Edge[] => [
      [chain[place] ?? '', device, 'device'],
      [chain[place + 1] ?? '', device, 'device'],
    ]),
  );

test('along a chain that is longer than a job looks, fraud is seen from five hops away, and no more once taken back', async (t) => {
  const tenant = await registerTenant(service);
  const chain = makeKeys(14);
  const [thief = ''] = chain;
  await linkInChain(tenant, chain);
  await pass(tenant);
  for (const confirmed of [true, false]) {
    await label(tenant, thief, confirmed);
    await mark(tenant, thief);
    await runJob(tenant, thief);
    const soon = await Promise.all(chain.map((user) => featuresOf(tenant, user)));
    t.deepEqual(
      soon.slice(0, 6).map((features) => features?.fraud_distance),
      confirmed ? [0, 1, 2, 3, 4, 5] : [null, null, null, null, 4, 5],
    );
    t.deepEqual(new Set(soon.slice(6).map((features) => features?.fraud_distance)), new Set([null]));
  }
});

test('what a part cannot see stays as the pass found it', async (t) => {
  const tenant = await registerTenant(service);
  const chain = makeKeys(14);
  await label(tenant, chain[9] ?? '', true);
  await linkInChain(tenant, chain);
  await pass(tenant);
  await mark(tenant, chain[0] ?? '');
  await runJob(tenant, chain[0] ?? '');
  const distances = await Promise.all(chain.map(async (user) => (await featuresOf(tenant, user))?.fraud_distance));
  t.deepEqual(distances, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4]);
});
