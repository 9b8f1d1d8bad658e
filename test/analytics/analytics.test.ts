import { randomUUID } from 'node:crypto';
import test from 'ava';
import { insertAssessments } from '../support/history.ts';
import { createTestClock } from '../support/clock.ts';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import { assess, registerTenant, startService, type Service } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const clock = createTestClock(Date.UTC(2026, 10, 21, 12, 34, 56, 789));
const NOW = clock.now();

let service: Service;
test.before(async () => {
  service = await startService({ clock });
});
test.after.always(() => service?.close());

const get = ({ token }: { token?: string }, path: string) =>
  service.call('GET', `/api/risk-engine/analytics/${path}`, token === undefined ? {} : { token });
const dataOf = ({ body }: { body: Record<string, unknown> }) => body['data'] as Record<string, unknown>[];
const PATHS = ['summary', 'time-series', 'score-distribution', 'reason-codes', 'recent-blocks'];

test('a company with nothing has zeros', async (t) => {
  const tenant = await registerTenant(service);
  t.deepEqual((await get(tenant, 'summary')).body, {
    from: '2026-10-22T12:00:00.000Z',
    to: '2026-11-21T12:34:56.790Z',
    ...{ totalAssessments: 0, allowCount: 0, reviewCount: 0, blockCount: 0 },
    ...{ blockRate: 0, averageScore: 0, reviewQueueDepth: 0 },
  });
  const series = await get(tenant, 'time-series');
  t.like(series.body, { interval: 'day', from: '2026-10-22T12:00:00.000Z', to: '2026-11-21T12:34:56.790Z' });
  t.is(dataOf(series).length, 31);
  t.deepEqual(dataOf(series)[0], { timestamp: '2026-10-22T00:00:00.000Z', allow: 0, review: 0, block: 0, total: 0 });
  t.deepEqual(
    dataOf(await get(tenant, 'score-distribution')),
    Array.from({ length: 10 }, (_, ten) => ({
      ...{ from: ten * 10, to: ten * 10 + 10, count: 0 },
      ...{ allow: 0, review: 0, block: 0 },
    })),
  );
  t.deepEqual((await get(tenant, 'reason-codes')).body, { data: [] });
  t.deepEqual((await get(tenant, 'recent-blocks')).body, { data: [] });
});

test('figures of the last 30 days unless told otherwise, up to this very moment', async (t) => {
  const tenant = await registerTenant(service);
  await insertAssessments(service.database.db, tenant.companyId, [
    { at: NOW - 30 * DAY - 35 * 60_000, action: 'block', score: 90 },
    { at: NOW - 30 * DAY, action: 'block', riskLevel: 'critical', score: 100, reasons: ['VELOCITY_BURST'] },
    {
      at: NOW - HOUR,
      action: 'review',
      riskLevel: 'medium',
      score: 50,
      reasons: ['VELOCITY_BURST', 'GRAPH_FRAUD_NEIGHBOR'],
    },
    { at: NOW - 1, score: 0 },
  ]);
  await assess(service, tenant);
  t.like((await get(tenant, 'summary')).body, {
    ...{ totalAssessments: 4, allowCount: 2, reviewCount: 1, blockCount: 1, blockRate: 0.25, averageScore: 37.5 },
  });
  t.like((await get(tenant, 'summary?from=2020-01-01T00:00:00Z')).body, { totalAssessments: 5, blockCount: 2 });
  t.like((await get(tenant, 'summary?to=2026-11-21T12:34:56.788Z')).body, { totalAssessments: 2 });
  t.deepEqual(dataOf(await get(tenant, 'reason-codes')), [
    { code: 'VELOCITY_BURST', category: 'velocity', count: 2, share: 0.5 },
    { code: 'GRAPH_FRAUD_NEIGHBOR', category: 'graph_topology', count: 1, share: 0.25 },
  ]);
  t.is(dataOf(await get(tenant, 'reason-codes?limit=1')).length, 1);
  const hours = dataOf(await get(tenant, 'time-series?interval=hour&from=2026-11-21T11:30:00Z'));
  t.deepEqual(hours, [
    { timestamp: '2026-11-21T11:00:00.000Z', allow: 0, review: 1, block: 0, total: 1 },
    { timestamp: '2026-11-21T12:00:00.000Z', allow: 2, review: 0, block: 0, total: 2 },
  ]);
  t.deepEqual(
    dataOf(await get(tenant, 'score-distribution')).map(({ count }) => count),
    [2, 0, 0, 0, 0, 1, 0, 0, 0, 1],
  );
  const points = dataOf(await get(tenant, 'score-distribution?buckets=100'));
  t.is(points.length, 100);
  t.deepEqual(
    points.filter(({ count }) => count !== 0),
    [
      { from: 0, to: 1, count: 2, allow: 2, review: 0, block: 0 },
      { from: 50, to: 51, count: 1, allow: 0, review: 1, block: 0 },
      { from: 99, to: 100, count: 1, allow: 0, review: 0, block: 1 },
    ],
  );
  for (const buckets of [10, 20, 50]) {
    t.is(dataOf(await get(tenant, `score-distribution?buckets=${buckets}`)).length, buckets);
  }
});

test('the review queue is what is not closed now, whatever the range', async (t) => {
  const tenant = await registerTenant(service);
  const statuses = ['open', 'in_review', 'escalated', 'closed', 'confirmed_fraud', 'resolved', 'false_positive'];
  await service.database.db.knex('reviews').insert(
    statuses.map((status, index) => ({
      company_id: tenant.companyId,
      id: randomUUID(),
      assessment_id: randomUUID(),
      status,
      analyst_id: randomUUID(),
      analyst_email: tenant.email,
      created_at: new Date(NOW - 90 * DAY),
      updated_at: new Date(NOW - 90 * DAY),
      closed_at: index < 3 ? null : new Date(NOW),
    })),
  );
  t.is((await get(tenant, 'summary?from=2026-11-21T12:00:00Z')).body['reviewQueueDepth'], 3);
});

test('recent blocks are the last five, as the list of evaluations shows them', async (t) => {
  const tenant = await registerTenant(service);
  const made = Array.from({ length: 8 }, (_, index) => ({
    at: NOW - (index + 1) * 40 * DAY,
    action: index === 0 ? ('allow' as const) : ('block' as const),
    riskLevel: index % 2 ? ('critical' as const) : ('low' as const),
  }));
  const ids = await insertAssessments(service.database.db, tenant.companyId, made);
  const blocks = await get(tenant, 'recent-blocks');
  t.deepEqual(
    dataOf(blocks).map(({ id }) => id),
    ids.slice(1, 6),
  );
  const listed = await service.call('GET', '/api/risk-engine/evaluations?action=block&limit=5', {
    token: tenant.token,
  });
  t.deepEqual(blocks.body['data'], listed.body['data']);
  const to = new Date(NOW - 2 * 40 * DAY).toISOString();
  t.deepEqual(
    dataOf(await get(tenant, `recent-blocks?to=${to}`)).map(({ id }) => id),
    ids.slice(2, 7),
  );
});

test('parameters that make no sense are 400 and named', async (t) => {
  const tenant = await registerTenant(service);
  const wrong = [
    ...PATHS.flatMap((path) => [`${path}?from=x`, `${path}?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z`]),
    ...['summary?from=2026-11-21T12:34:56.790Z', 'summary?from=2027-01-01T00:00:00Z'],
    ...['score-distribution?buckets=30', 'score-distribution?buckets=10.5', 'score-distribution?buckets=x'],
    ...['time-series?interval=week', 'reason-codes?limit=0', 'reason-codes?limit=13'],
    'time-series?from=2026-10-21T12:34:56.789Z&interval=hour',
    'time-series?from=2016-01-01T00:00:00Z&to=2026-01-08T00:00:00.001Z',
  ];
  for (const path of wrong) {
    const { status, body } = await get(tenant, path);
    t.is(status, 400, path);
    t.is((body['details'] as { path: string }[])[0]?.path, `/${path.split(/[?=]/)[1]?.replace('&', '')}`, path);
  }
  t.is((await get(tenant, 'time-series?from=2026-10-21T12:34:56.790Z&interval=hour')).status, 200);
  t.is(dataOf(await get(tenant, 'time-series?from=2016-11-15T00:00:00Z')).length, 3_659);
});

test('a range may lie at the end of time', async (t) => {
  const tenant = await registerTenant(service);
  const range = 'from=9999-12-31T12:00:00Z&to=9999-12-31T23:59:59.999Z';
  for (const path of PATHS) t.is((await get(tenant, `${path}?${range}`)).status, 200, path);
});

test('who may read analytics: an active subscription, no feature', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  await limitUsage(service, tenant, 1_000);
  for (const path of PATHS) {
    t.is((await get({}, path)).status, 401);
    t.is((await get(analyst, path)).status, 200);
  }
  await expireSubscription(service, tenant);
  for (const path of PATHS) t.like((await get(analyst, path)).body, { statusCode: 402, code: 'SUBSCRIPTION_REQUIRED' });
});

test.serial('figures take one statement each beside that of access, the summary one more', async (t) => {
  const tenant = await registerTenant(service);
  for (const path of PATHS) t.is(await countStatements(() => get(tenant, path)), path === 'summary' ? 3 : 2, path);
});
