import { randomUUID } from 'node:crypto';
import test from 'ava';
import { insertAuditEntry } from '../../db/queries/audit-logs.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createTestClock } from '../support/clock.ts';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import { putPolicy } from '../support/policies.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const list = (tenant: Pick<Tenant, 'token'>, query = '', of = service): Promise<Answer> =>
  of.call('GET', `/api/audit-logs${query}`, { token: tenant.token });
const entriesOf = ({ body }: Answer) => body['data'] as Record<string, unknown>[];

test('an entry tells who changed what, when, from where, and what differs', async (t) => {
  const tenant = await registerTenant(service);
  const { body: policy } = await putPolicy(service, tenant, { thresholds: { block: 90 } });
  const answer = await list(tenant);
  t.is(answer.status, 200);
  t.deepEqual(answer.body['meta'], { total: 2, page: 1, limit: 20, totalPages: 1 });
  const [entry, secret] = entriesOf(answer);
  t.deepEqual(Object.keys(entry ?? {}).sort(), [
    'action',
    'actorEmail',
    'actorId',
    'after',
    'before',
    'createdAt',
    'diff',
    'id',
    'ipAddress',
    'targetId',
    'targetType',
  ]);
  t.like(entry, {
    action: 'policy.updated',
    actorId: policy['updatedBy'],
    actorEmail: tenant.email,
    targetType: 'policy',
    targetId: tenant.companyId,
    before: { thresholds: { review: 50, block: 80 } },
    after: { thresholds: { review: 50, block: 90 } },
    diff: [
      { path: '/thresholds/block', before: 80, after: 90 },
      { path: '/version', before: 1, after: 2 },
    ],
    ipAddress: '127***.1',
  });
  t.true(String(entry?.['createdAt']) >= String(policy['updatedAt']));
  t.like(secret, { action: 'webhook_secret.regenerated', before: null });
  t.false(JSON.stringify(answer.body).includes(tenant.secret));
});

/** Entries a minute apart, the actions in turns, by two actors in turns of two. */
async function fill(tenant: Tenant, count: number, startMs: number): Promise<{ actors: string[] }> {
  const actors = [randomUUID(), randomUUID()];
  for (let index = 0; index < count; index += 1) {
    const at = startMs + index * 60_000;
    await insertAuditEntry(service.database.db.knex, tenant.companyId, {
      id: uuidv7(at),
      actorId: actors[Math.floor(index / 2) % 2] ?? null,
      actorEmail: 'ada@example.com',
      action: index % 2 ? 'invitation.created' : 'policy.updated',
      targetType: 'test',
      targetId: String(index),
      before: { index: index - 1 },
      after: { index },
      ipAddress: null,
      createdAt: new Date(at),
    });
  }
  return { actors };
}

test('filters by action, actor and time, alone and together, the latest first', async (t) => {
  const tenant = await registerTenant(service);
  const start = Date.parse('2026-03-01T00:00:00.000Z');
  const { actors } = await fill(tenant, 12, start);
  const at = (index: number) => new Date(start + index * 60_000).toISOString();
  const found = async (query: string) => {
    const answer = await list(tenant, query);
    t.is(answer.status, 200);
    const entries = entriesOf(answer);
    t.is((answer.body['meta'] as { total: number }).total, entries.length);
    return entries.filter(({ targetType }) => targetType === 'test').map(({ targetId }) => Number(targetId));
  };
  t.deepEqual(await found(''), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  t.deepEqual(await found('?action=invitation.created'), [11, 9, 7, 5, 3, 1]);
  t.deepEqual(await found(`?actorId=${actors[1]}`), [11, 10, 7, 6, 3, 2]);
  t.deepEqual(await found(`?from=${at(3)}&to=${at(6)}`), [5, 4, 3]);
  t.deepEqual(await found(`?to=${at(2)}`), [1, 0]);
  t.deepEqual(await found(`?from=${at(4)}&to=${at(9)}&actorId=${actors[0]}&action=policy.updated`), [8, 4]);
  t.deepEqual(await found(`?actorId=${randomUUID()}`), []);
});

test('pages do not overlap and leave nothing out', async (t) => {
  const tenant = await registerTenant(service);
  await fill(tenant, 7, Date.now());
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(tenant, `?limit=3&page=${page}`)));
  t.deepEqual(
    pages.map((page) => entriesOf(page).length),
    [3, 3, 2, 0],
  );
  t.is(new Set(pages.flatMap(entriesOf).map(({ id }) => id)).size, 8);
  t.deepEqual(pages[3]?.body['meta'], { total: 8, page: 4, limit: 3, totalPages: 3 });
});

test('a query that makes no sense: 400 that names the place', async (t) => {
  const tenant = await registerTenant(service);
  for (const [query, path] of [
    ['action=policy.deleted', '/action'],
    ['actorId=me', '/actorId'],
    ['from=yesterday', '/from'],
    ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', '/from'],
    ['limit=101', '/limit'],
    ['page=0', '/page'],
  ]) {
    const { status, body } = await list(tenant, `?${query}`);
    t.is(status, 400, query);
    t.like(body, { code: 'VALIDATION_FAILED', details: [{ path }] });
  }
});

test('401, 403, 402, in this order', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  t.is((await list({ token: 'none' })).status, 401);
  await limitUsage(service, tenant, 10);
  const answer = await list(tenant);
  t.deepEqual([answer.status, answer.body['code']], [402, 'FEATURE_NOT_IN_PLAN']);
  t.is(answer.body['message'], 'The current plan does not include audit_logs. Plans that do: Growth, Enterprise');
  await expireSubscription(service, tenant);
  t.is((await list(tenant)).body['code'], 'SUBSCRIPTION_REQUIRED');
  t.is((await list(analyst)).status, 403);
});

// Serial: ids of one moment count up within a process unless others are made there at another moment in between.
test.serial('changes made at one moment are listed in the order they were made', async (t) => {
  const still = await startService({ beside: service, clock: createTestClock() });
  t.teardown(() => still.close());
  const tenant = await registerTenant(still);
  for (const block of [91, 92, 93]) await putPolicy(still, tenant, { thresholds: { block } });
  const blocks = entriesOf(await list(tenant, '?action=policy.updated', still)).map(
    ({ after }) => (after as { thresholds: { block: number } }).thresholds.block,
  );
  t.deepEqual(blocks, [93, 92, 91]);
});

test.serial('a list of any length takes three statements', async (t) => {
  const tenant = await registerTenant(service);
  t.is(await countStatements(() => list(tenant, '?limit=100')), 3);
  await fill(tenant, 40, Date.now());
  t.is(await countStatements(() => list(tenant, '?limit=100')), 3);
});
