import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Connection } from '../../db/connect.ts';
import type { Role } from '../../engine/vocabulary.ts';
import { waitUntil } from '../jobs/support.ts';
import { listStoredAuditEntries } from '../support/audit.ts';
import { renewConsole, signInToConsole } from '../support/console.ts';
import { invite } from '../support/invitations.ts';
import { addMember, type TestMember } from '../support/members.ts';
import {
  assess,
  registerTenant,
  sendFeedback,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

let service: Service;
let beside: Service;
test.before(async () => {
  service = await startService();
  beside = await startService({ beside: service });
});
test.after.always(async () => {
  await beside?.close();
  await service?.close();
});

type Caller = Pick<Tenant, 'token'>;
const list = ({ token }: Caller, query = ''): Promise<Answer> =>
  service.call('GET', `/api/auth/members${query}`, { token });
const change = ({ token }: Caller, id: string, body: object, on = service): Promise<Answer> =>
  on.call('PATCH', `/api/auth/members/${id}`, { token, body });
const remove = ({ token }: Caller, id: string, on = service): Promise<Answer> =>
  on.call('DELETE', `/api/auth/members/${id}`, { token });

const membersOf = async (tenant: Caller): Promise<Record<string, unknown>[]> =>
  (await list(tenant)).body['data'] as Record<string, unknown>[];
/** The admin who registered the company is its first member. */
const adminIdOf = async (tenant: Caller): Promise<string> => String((await membersOf(tenant))[0]?.['id']);
const rolesOf = ({ companyId }: Pick<Tenant, 'companyId'>): Promise<Role[]> =>
  service.database.db.knex('users').where({ company_id: companyId }).orderBy('id').pluck('role');

test.serial('a list takes the same few statements however many members there are', async (t) => {
  const tenant = await registerTenant(service);
  // Access, page and count.
  t.is(await countStatements(() => list(tenant)), 3);
  for (let index = 0; index < 4; index += 1) await addMember(service, tenant);
  await service.drainSignals();
  t.is(await countStatements(() => list(tenant)), 3);
});

test('members are listed with what an admin must know of them, the first who joined first', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addMember(service, tenant);
  const { knex } = service.database.db;
  const mine = { company_id: tenant.companyId, id: analyst.id };
  await knex('users').where(mine).update({ full_name: 'Grace', email_verified_at: new Date() });
  const { status, body } = await list(tenant);
  t.is(status, 200);
  t.deepEqual(body['meta'], { total: 2, page: 1, limit: 20, totalPages: 1 });
  const [first, second] = body['data'] as Record<string, unknown>[];
  t.like(first, { email: tenant.email, role: 'admin', fullName: null, emailVerified: false });
  const { createdAt, lastSeenAt, ...rest } = second ?? {};
  t.deepEqual(rest, { id: analyst.id, email: analyst.email, fullName: 'Grace', role: 'analyst', emailVerified: true });
  t.true(Date.parse(String(createdAt)) <= Date.parse(String(lastSeenAt)));
});

test('last seen is when the newest session started, by tokens or in the console; null without one', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addMember(service, tenant);
  const { knex } = service.database.db;
  const sessions = () => knex('sessions').where({ user_id: analyst.id });
  await sessions().update({ created_at: new Date('2026-01-01T00:00:00Z'), revoked_at: new Date() });
  const readSeen = async () => (await membersOf(tenant))[1]?.['lastSeenAt'];
  t.is(await readSeen(), '2026-01-01T00:00:00.000Z');
  await signInToConsole(service, analyst);
  t.true(Date.parse(String(await readSeen())) > Date.now() - 60_000);
  await sessions().delete();
  t.is(await readSeen(), null);
});

test('pages', async (t) => {
  const tenant = await registerTenant(service);
  const added: TestMember[] = [];
  for (let index = 0; index < 3; index += 1) added.push(await addMember(service, tenant));
  const { body } = await list(tenant, '?page=2&limit=3');
  t.deepEqual(body['meta'], { total: 4, page: 2, limit: 3, totalPages: 2 });
  t.deepEqual(
    (body['data'] as { id: string }[]).map(({ id }) => id),
    [added[2]?.id],
  );
  for (const query of ['?page=0', '?limit=101', '?limit=x']) t.is((await list(tenant, query)).status, 400, query);
});

test('members are for admins only', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addMember(service, tenant);
  const answers = (caller: Caller) => [
    list(caller),
    change(caller, analyst.id, { role: 'admin' }),
    remove(caller, analyst.id),
  ];
  for (const { status, body } of await Promise.all(answers(analyst))) {
    t.deepEqual([status, body['code']], [403, 'FORBIDDEN']);
  }
  for (const { status } of await Promise.all(answers({ token: 'none' }))) t.is(status, 401);
  t.deepEqual(await rolesOf(tenant), ['admin', 'analyst']);
});

test('bad requests are refused: a malformed id, another role, unknown fields', async (t) => {
  const tenant = await registerTenant(service);
  const { id } = await addMember(service, tenant);
  for (const body of [{}, { role: 'owner' }, { role: 'admin', email: 'a@example.com' }]) {
    t.like(await change(tenant, id, body), { status: 400, body: { code: 'VALIDATION_FAILED' } });
  }
  t.is((await change(tenant, 'x', { role: 'admin' })).status, 400);
  t.is((await remove(tenant, 'x')).status, 400);
});

test('an unknown member and one of another company are the same 404', async (t) => {
  const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
  const foreign = await addMember(service, other);
  for (const id of [randomUUID(), foreign.id]) {
    t.like(await change(tenant, id, { role: 'admin' }), { status: 404, body: { code: 'NOT_FOUND' } });
    t.like(await remove(tenant, id), { status: 404, body: { code: 'NOT_FOUND' } });
  }
  t.deepEqual(await rolesOf(other), ['admin', 'analyst']);
});

test('another role counts at once, in every process and with the tokens there are', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addMember(service, tenant);
  const { cookie } = await signInToConsole(service, analyst);
  t.is((await list(analyst)).status, 403);
  const { status, body } = await change(tenant, analyst.id, { role: 'admin' });
  t.deepEqual([status, body], [200, (await membersOf(tenant))[1]]);
  t.is(body['role'], 'admin');
  t.is((await beside.call('GET', '/api/auth/members', { token: analyst.token })).status, 200);
  t.is((await renewConsole(beside, cookie)).body['role'], 'admin');
  t.is((await change(analyst, await adminIdOf(tenant), { role: 'analyst' }, beside)).status, 200);
  t.is((await list(tenant)).status, 403);
});

test('a change of role is in the audit log; the role that a member has already is none', async (t) => {
  const tenant = await registerTenant(service);
  const { id, email } = await addMember(service, tenant);
  t.is((await change(tenant, id, { role: 'analyst' })).status, 200);
  await change(tenant, id, { role: 'admin' });
  const entries = await listStoredAuditEntries(service, tenant);
  t.is(entries.length, 1);
  t.like(entries[0], {
    action: 'member.role_changed',
    actor_email: tenant.email,
    target_type: 'member',
    target_id: id,
  });
  t.deepEqual(
    [entries[0]?.before, entries[0]?.after],
    [
      { email, role: 'analyst' },
      { email, role: 'admin' },
    ],
  );
});

test('a member who is removed is out at once, in every process and by every way in', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addMember(service, tenant);
  const { companyId, email, password } = analyst;
  const console = await signInToConsole(service, analyst);
  t.is((await assess(beside, analyst)).status, 200);
  const { status, body } = await remove(tenant, analyst.id.toUpperCase());
  t.deepEqual([status, body], [200, { id: analyst.id, deleted: true }]);
  for (const process of [service, beside]) {
    for (const { token } of [analyst, console]) t.is((await assess(process, { token })).status, 401);
    t.is((await renewConsole(process, console.cookie)).status, 401);
    t.is((await process.call('POST', '/api/auth/refresh', { token: analyst.refreshToken })).status, 401);
    const login = await process.call('POST', '/api/auth/login', { body: { companyId, email, password } });
    t.deepEqual([login.status, login.body['code']], [401, 'INVALID_CREDENTIALS']);
  }
  t.is((await remove(tenant, analyst.id)).status, 404);
  t.is((await membersOf(tenant)).length, 1);
  t.is((await invite(service, tenant, { email })).status, 201, 'may be invited again');
});

test('what a removed member did stays readable, by their name', async (t) => {
  const tenant = await registerTenant(service);
  const admin = await addMember(service, tenant, 'admin');
  const { assessmentId } = (await assess(service, admin)).body;
  await sendFeedback(service, admin, assessmentId, 'confirmed_fraud');
  const opened = await service.call('POST', '/api/reviews', { token: admin.token, body: { assessmentId } });
  await service.call('PUT', '/api/risk-engine/policy', { token: admin.token, body: { policyMode: 'shadow' } });
  await remove(tenant, admin.id);
  const read = async (path: string) => (await service.call('GET', `/api${path}`, { token: tenant.token })).body;
  const review = await read(`/reviews/${String(opened.body['id'])}`);
  t.like(review, { analystId: admin.id, analystEmail: admin.email });
  t.like(await read(`/risk-engine/evaluations/${String(assessmentId)}`), { feedbackOutcome: 'confirmed_fraud' });
  t.like(await read('/risk-engine/policy'), { policyMode: 'shadow', updatedBy: admin.id });
  const entries = (await read('/audit-logs'))['data'] as Record<string, unknown>[];
  t.like(entries[0], {
    ...{ action: 'member.removed', actorEmail: tenant.email, targetId: admin.id, after: null },
    before: { email: admin.email, role: 'admin' },
  });
  t.like(entries[1], { action: 'policy.updated', actorId: admin.id, actorEmail: admin.email });
});

test('the last admin is neither removed nor given another role, not even by themselves', async (t) => {
  const tenant = await registerTenant(service);
  await addMember(service, tenant);
  const id = await adminIdOf(tenant);
  for (const { status, body } of [await change(tenant, id, { role: 'analyst' }), await remove(tenant, id)]) {
    t.deepEqual([status, body['code']], [409, 'CONFLICT']);
    t.regex(String(body['message']), /without an admin/);
  }
  t.is((await change(tenant, id, { role: 'admin' })).status, 200);
  t.deepEqual(await listStoredAuditEntries(service, tenant), []);
  const second = await addMember(service, tenant, 'admin');
  t.is((await remove(second, id)).status, 200);
  t.is((await remove(second, second.id)).status, 409);
});

test('of requests at the same time, in two processes, one always leaves an admin', async (t) => {
  const answers: Answer[] = [];
  for (let round = 0; round < 6; round += 1) {
    const tenant = await registerTenant(service);
    const [one, other] = [await adminIdOf(tenant), await addMember(service, tenant, 'admin')];
    const both = await Promise.all([
      round % 2 ? remove(tenant, other.id) : change(tenant, other.id, { role: 'analyst' }),
      round % 3 ? remove(other, one, beside) : change(other, one, { role: 'analyst' }, beside),
    ]);
    answers.push(...both);
    t.is((await rolesOf(tenant)).filter((role) => role === 'admin').length, 1);
    t.is(both.filter(({ status }) => status === 200).length, 1);
  }
  // Who came later was refused as the last admin, or was none any more.
  const refused = answers.map(({ status }) => status).filter((status) => status !== 200);
  t.true(
    refused.every((status) => [401, 403, 409].includes(status)),
    refused.join(),
  );
});

test('a request that waits for another finds what that one has left', async (t) => {
  const tenant = await registerTenant(service);
  const [one, other] = [await adminIdOf(tenant), await addMember(service, tenant, 'admin')];
  const key = `members:${tenant.companyId}`;
  const answers = await service.database.db.knex.transaction(async (holder) => {
    await holder.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
    const waiting = Promise.all([remove(tenant, other.id), change(other, one, { role: 'analyst' }, beside)]);
    await waitUntil(async () => (await countWaiting(holder, key)) === 2, 'both have passed the access check and wait');
    return { waiting };
  });
  const statuses = (await answers.waiting).map(({ status }) => status);
  t.deepEqual(statuses.sort(), [200, 409]);
  t.is((await rolesOf(tenant)).filter((role) => role === 'admin').length, 1);
});

async function countWaiting(connection: Connection, key: string): Promise<number> {
  const { rows } = await connection.raw<{ rows: unknown[] }>(
    `select from pg_locks where locktype = 'advisory' and not granted
       and (cast(classid as bigint) << 32) | cast(objid as bigint) = hashtextextended(?, 0)`,
    [key],
  );
  return rows.length;
}
