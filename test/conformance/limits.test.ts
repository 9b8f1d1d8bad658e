import { randomUUID } from 'node:crypto';
import test from 'ava';
import { insertAssessments } from '../support/history.ts';
import {
  anEvent,
  assess,
  ingest,
  registerTenant,
  signHeaders,
  startService,
  type Service,
} from '../support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

function lifetimeOf(jwt: unknown): number {
  const [, claims = ''] = String(jwt).split('.');
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number; exp: number };
  return exp - iat;
}

test('spec 8: an access token lives 15 minutes, a refresh token 7 days', async (t) => {
  const { token, refreshToken } = await registerTenant(service);
  t.is(lifetimeOf(token), 15 * MINUTE);
  t.is(lifetimeOf(refreshToken), 7 * DAY);
});

for (const [seconds, status] of [
  [290, 200],
  [-290, 200],
  [310, 401],
  [-310, 401],
] as const) {
  test(`spec 8: the replay window is 300 seconds: ${seconds} is ${status}`, async (t) => {
    const tenant = await registerTenant(service);
    const body = JSON.stringify(anEvent(tenant));
    const headers = signHeaders(tenant.secret, body, Date.now() + seconds * 1_000);
    t.is((await service.call('POST', '/api/events/ingest', { body, headers })).status, status);
  });
}

for (const path of ['/reviews', '/risk-engine/evaluations', '/audit-logs']) {
  test(`spec 8: ${path} starts on page 1 with 20 items of at most 100`, async (t) => {
    const { token } = await registerTenant(service);
    const ask = (query: string) => service.call('GET', `/api${path}${query}`, { token });
    t.like((await ask('')).body, { meta: { page: 1, limit: 20 } });
    t.is((await ask('?limit=100')).status, 200);
    t.is((await ask('?limit=101')).status, 400);
  });
}

interface Graph {
  nodes: { label: string; properties: Record<string, unknown> }[];
}
const exploreOf = async (token: string, assessmentId: unknown): Promise<Graph> => {
  const { body } = await service.call('GET', `/api/graph/explore/${String(assessmentId)}`, { token });
  return body as unknown as Graph;
};

for (const [connections, included] of [
  [500, true],
  [501, false],
] as const) {
  test(`spec 8: an indicator of ${connections} users is ${included ? 'in' : 'not in'} the graph`, async (t) => {
    const tenant = await registerTenant(service);
    const fields = { deviceFingerprint: `device-${connections}` };
    await assess(service, tenant, fields);
    await service.database.db.pool.query(
      `insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
       select company_id, indicator_key, gen_random_uuid(), indicator_type, first_seen_at
       from user_indicators, generate_series(3, $2) where company_id = $1`,
      [tenant.companyId, connections],
    );
    const { body } = await assess(service, tenant, fields);
    const { nodes } = await exploreOf(tenant.token, body['assessmentId']);
    t.is(
      nodes.some(({ label }) => label === 'GlobalIndicator'),
      included,
    );
  });
}

test('spec 8: the graph has two hops: the peer is in it, the peer of the peer is not', async (t) => {
  const tenant = await registerTenant(service);
  await assess(service, tenant, { userId: 'peer', deviceFingerprint: 'd', email: 'peer@example.com' });
  await assess(service, tenant, { userId: 'peer-of-peer', email: 'peer@example.com' });
  const { body } = await assess(service, tenant, { userId: 'seed', deviceFingerprint: 'd' });
  const { nodes } = await exploreOf(tenant.token, body['assessmentId']);
  const users = nodes.filter(({ label }) => label === 'RiskUser').map(({ properties }) => properties['user_id']);
  t.deepEqual(users.sort(), ['peer', 'seed']);
});

test('spec 8: recent blocks are the last five', async (t) => {
  const { companyId, token } = await registerTenant(service);
  const now = Date.now();
  const blocks = Array.from({ length: 7 }, (_, index) => ({ at: now - index * 1_000, action: 'block' as const }));
  await insertAssessments(service.dependencies.db, companyId, blocks);
  const { body } = await service.call('GET', '/api/risk-engine/analytics/recent-blocks', { token });
  const times = (body['data'] as { createdAt: string }[]).map(({ createdAt }) => Date.parse(createdAt));
  t.deepEqual(
    times,
    blocks.slice(0, 5).map(({ at }) => at),
  );
});

test('spec 8: a threat webhook is tried up to 8 times', (t) => {
  t.is(service.dependencies.config.webhookRetryDelaysMs.length + 1, 8);
});

test('spec 8: usage is counted by month, duplicates are not', async (t) => {
  const tenant = await registerTenant(service);
  const idempotencyKey = randomUUID();
  for (let delivery = 0; delivery < 3; delivery += 1) await ingest(service, tenant, { idempotencyKey });
  await ingest(service, tenant);
  const { body } = await service.call('GET', '/api/subscriptions/me/usage', { token: tenant.token });
  const now = new Date();
  t.like((body['data'] as object[])[0], {
    metric: 'fraud_events_ingested',
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    used: 2,
  });
});

test('spec 8: every assessment says how long its evaluation took', async (t) => {
  const { body } = await assess(service, await registerTenant(service));
  t.true(Number(body['latencyMs']) > 0);
});
