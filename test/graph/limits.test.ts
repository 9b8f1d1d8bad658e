import test from 'ava';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import { registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import {
  assessed,
  deviceKey,
  exploreAssessment,
  exploreUser,
  graphOf,
  idsOf,
  insertUsers,
  shuffled,
  type Graph,
} from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

/** A user's graph in both modes: rules that hold for both are tested on both. */
async function exploreBoth(tenant: Tenant, userId: string, deviceFingerprint: string): Promise<Graph[]> {
  const id = await assessed(service, tenant, { userId, deviceFingerprint });
  return [graphOf(await exploreAssessment(service, tenant, id)), graphOf(await exploreUser(service, tenant, userId))];
}

const crowdOf = (size: number, ...devices: string[]) =>
  Array.from({ length: size }, (_, index) => ({ userId: `user-${String(index).padStart(4, '0')}`, devices }));

test('an indicator of exactly 500 users is in the graph, one of 501 is not', async (t) => {
  const tenant = await registerTenant(service);
  await insertUsers(service, tenant, crowdOf(SUPER_CONNECTOR_LIMIT - 1, 'just-in'));
  const outside = crowdOf(SUPER_CONNECTOR_LIMIT, 'just-out').map((user) => ({ ...user, userId: `o-${user.userId}` }));
  await insertUsers(service, tenant, outside);
  for (const graph of await exploreBoth(tenant, 'seed-in', 'just-in')) {
    t.deepEqual(idsOf(graph, 'globalindicator'), [`globalindicator::${deviceKey(service, 'just-in')}`]);
    t.is(idsOf(graph, 'riskuser').length, 201);
  }
  for (const graph of await exploreBoth(tenant, 'seed-out', 'just-out')) {
    t.deepEqual(
      graph.nodes.map(({ id }) => id),
      ['riskuser::seed-out'],
    );
    t.deepEqual(graph.links, []);
  }
});

test('two hops: indicators of the seed and their users, not the other indicators of those', async (t) => {
  const tenant = await registerTenant(service);
  await insertUsers(service, tenant, [
    { userId: 'peer', devices: ['shared', 'own'] },
    { userId: 'peer-of-peer', devices: ['own', 'far'] },
    { userId: 'stranger', devices: ['elsewhere'] },
  ]);
  for (const graph of await exploreBoth(tenant, 'seed', 'shared')) {
    t.deepEqual(idsOf(graph, 'riskuser'), ['riskuser::seed', 'riskuser::peer']);
    t.deepEqual(idsOf(graph, 'globalindicator'), [`globalindicator::${deviceKey(service, 'shared')}`]);
  }
});

test('of more than 200 peers those who share most are chosen, then by user id', async (t) => {
  const tenant = await registerTenant(service);
  await insertUsers(service, tenant, [
    ...crowdOf(250, 'first'),
    { userId: 'zoe', devices: ['first', 'second'] },
    { userId: 'zack', devices: ['first', 'second'] },
  ]);
  await assessed(service, tenant, { userId: 'seed', deviceFingerprint: 'second' });
  const [then, now] = await exploreBoth(tenant, 'seed', 'first');
  const expected = Array.from({ length: 200 }, (_, index) => `riskuser::user-${String(index).padStart(4, '0')}`);
  t.deepEqual(then && idsOf(then, 'riskuser'), ['riskuser::seed', ...expected]);
  t.deepEqual(now && idsOf(now, 'riskuser'), [
    'riskuser::seed',
    'riskuser::zack',
    'riskuser::zoe',
    ...expected.slice(0, 198),
  ]);
});

test('the same history gives the same graph, in whatever order it was stored', async (t) => {
  const users = Array.from({ length: 260 }, (_, index) => ({
    userId: `user-${index}`,
    devices: ['first', 'second', 'third'].filter((_device, bit) => (index + 1) & (1 << bit)),
  }));
  const seen: string[] = [];
  for (const seed of [1, 77, 146]) {
    const tenant = await registerTenant(service);
    for (const device of shuffled(['first', 'second'], seed)) {
      await assessed(service, tenant, { userId: 'seed', deviceFingerprint: device });
    }
    await insertUsers(service, tenant, shuffled(users, seed));
    await assessed(service, tenant, { userId: 'seed', deviceFingerprint: 'third' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => exploreUser(service, tenant, 'seed')));
    const graphs = answers.map((answer) => graphOf(answer));
    // Keys of users depend on the tenant; nothing else of the graph does.
    seen.push(...graphs.map((graph) => JSON.stringify(graph)));
  }
  t.is(seen.length, 12);
  t.is(new Set(seen).size, 1);
});

test('a user with many indicators is explored over the newest 20 of a type: never more than 1,000 nodes', async (t) => {
  const tenant = await registerTenant(service);
  const devices = Array.from({ length: 30 }, (_, index) => `device-${index}`);
  const peers = devices.map((device, index) => ({ userId: `peer-${index}`, devices: [device] }));
  await insertUsers(service, tenant, [{ userId: 'seed', devices }, ...peers]);
  const { db, hasher } = service.dependencies;
  const oldest = devices.slice(0, 10).map((device) => hasher.hash('device', device));
  await db.pool.query(
    `update user_indicators set first_seen_at = first_seen_at - interval '1 day'
     where company_id = $1 and indicator_key = any ($2::uuid[])`,
    [tenant.companyId, oldest],
  );
  const graph = graphOf(await exploreUser(service, tenant, 'seed'));
  const expected = peers.slice(10).map(({ userId }) => `riskuser::${userId}`);
  t.deepEqual(idsOf(graph, 'riskuser').slice(1).sort(), expected.sort());
  t.is(idsOf(graph, 'globalindicator').length, 20);
});
