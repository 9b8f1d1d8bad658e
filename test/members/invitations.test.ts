import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createTestClock } from '../support/clock.ts';
import { accept, invite, listInvitations, newAddress } from '../support/invitations.ts';
import { readStoredToken } from '../support/mailbox.ts';
import { addAnalyst } from '../support/members.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';

const DAY_MS = 86_400_000;

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const revoke = (tenant: Pick<Tenant, 'token'>, id: unknown): Promise<Answer> =>
  service.call('DELETE', `/api/auth/invitations/${String(id)}`, { token: tenant.token });
const readAudit = (tenant: Tenant, action: string): Promise<Record<string, unknown>[]> =>
  service.database.db.knex('audit_logs').where({ company_id: tenant.companyId, action }).orderBy('id');
/** Invites somebody and reads the token of the stored e-mail. */
async function inviteFor(tenant: Tenant, options?: Parameters<typeof invite>[2]) {
  const { body } = await invite(service, tenant, options);
  return { id: body['id'], token: await readStoredToken(service, tenant.companyId, 'invitation') };
}

test.serial('a list takes the same few statements however many invitations there are', async (t) => {
  const tenant = await registerTenant(service);
  await invite(service, tenant);
  await service.drainSignals();
  const one = await countStatements(() => listInvitations(service, tenant));
  for (let index = 0; index < 5; index += 1) await invite(service, tenant);
  await service.drainSignals();
  t.is(await countStatements(() => listInvitations(service, tenant)), one);
  // Access, page and count.
  t.is(one, 3);
});

test('an admin invites a person: the answer shows the invitation, and no token', async (t) => {
  const tenant = await registerTenant(service);
  const email = newAddress();
  const { status, body } = await invite(service, tenant, { email: email.toUpperCase() });
  t.is(status, 201);
  t.like(body, {
    email,
    role: 'analyst',
    status: 'pending',
    invitedByEmail: tenant.email,
    acceptedAt: null,
    revokedAt: null,
  });
  t.is(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['createdAt'])), 7 * DAY_MS);
  t.deepEqual(await listInvitations(service, tenant), [body]);
  const [entry] = await readAudit(tenant, 'invitation.created');
  t.like(entry, { actor_email: tenant.email, target_type: 'invitation', target_id: body['id'], before: null });
  t.deepEqual(entry?.['after'], { email, role: 'analyst', expiresAt: body['expiresAt'] });
});

test('bad requests are refused: no address, another role, unknown fields', async (t) => {
  const tenant = await registerTenant(service);
  const bodies = [{ role: 'analyst' }, { email: 'x', role: 'analyst' }, { email: 'a@example.com', role: 'owner' }];
  for (const body of [...bodies, { email: 'a@example.com', role: 'analyst', rolle: 'admin' }]) {
    const answer = await service.call('POST', '/api/auth/invitations', { token: tenant.token, body });
    t.deepEqual([answer.status, answer.body['code']], [400, 'VALIDATION_FAILED']);
  }
});

test('invitations are for admins only', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  const { body } = await invite(service, tenant);
  const list = service.call('GET', '/api/auth/invitations', { token: analyst.token });
  for (const answer of [await invite(service, analyst), await list, await revoke(analyst, body['id'])]) {
    t.deepEqual([answer.status, answer.body['code']], [403, 'FORBIDDEN']);
  }
  t.is((await service.call('POST', '/api/auth/invitations', { body: {} })).status, 401);
});

test('a member is not invited again', async (t) => {
  const tenant = await registerTenant(service);
  const { status, body } = await invite(service, tenant, { email: tenant.email });
  t.deepEqual([status, body['code']], [409, 'CONFLICT']);
  t.deepEqual(await readAudit(tenant, 'invitation.created'), []);
});

test('a second invitation takes the place of the first: the old link is dead, and the new role counts', async (t) => {
  const tenant = await registerTenant(service);
  const email = newAddress();
  const first = await inviteFor(tenant, { email });
  const second = await inviteFor(tenant, { email, role: 'admin' });
  t.is((await accept(service, first.token)).status, 401);
  const { body } = await accept(service, second.token);
  t.true((body['permissions'] as string[]).includes('policy:manage'));
  const statuses = (await listInvitations(service, tenant)).map(({ id, status }) => [id, status]);
  t.deepEqual(statuses, [
    [second.id, 'accepted'],
    [first.id, 'revoked'],
  ]);
  t.like((await readAudit(tenant, 'invitation.created'))[1], { after: { replaces: first.id } });
});

test('many invitations of one address at the same time leave one open', async (t) => {
  const tenant = await registerTenant(service);
  const email = newAddress();
  const answers = await Promise.all(Array.from({ length: 6 }, () => invite(service, tenant, { email })));
  t.true(answers.every(({ status }) => status === 201));
  t.is((await listInvitations(service, tenant, '?status=pending')).length, 1);
  t.is((await listInvitations(service, tenant, '?status=revoked')).length, 5);
});

test('pages and filters', async (t) => {
  const tenant = await registerTenant(service);
  const [first] = [await inviteFor(tenant), await inviteFor(tenant), await inviteFor(tenant)];
  await revoke(tenant, first?.id);
  const { body } = await service.call('GET', '/api/auth/invitations?limit=2&page=2', { token: tenant.token });
  t.deepEqual(body['meta'], { total: 3, page: 2, limit: 2, totalPages: 2 });
  t.like((body['data'] as object[])[0], { id: first?.id, status: 'revoked' });
  t.is((await listInvitations(service, tenant, '?status=pending')).length, 2);
  const clock = createTestClock(Date.now() + 7 * DAY_MS);
  const later = await startService({ beside: service, clock });
  t.teardown(() => later.close());
  const { email, password, companyId } = tenant;
  const again = await later.call('POST', '/api/auth/login', { body: { companyId, email, password } });
  const token = String(again.body['accessToken']);
  t.is((await listInvitations(later, { token }, '?status=expired')).length, 2);
  t.is((await listInvitations(later, { token }, '?status=revoked')).length, 1);
  for (const query of ['?status=open', '?limit=101', '?page=0']) {
    const answer = await service.call('GET', `/api/auth/invitations${query}`, { token: tenant.token });
    t.is(answer.status, 400, query);
  }
});

test('a revoked invitation cannot be accepted; revoking it again changes nothing', async (t) => {
  const tenant = await registerTenant(service);
  const { id, token } = await inviteFor(tenant);
  for (let index = 0; index < 2; index += 1) {
    const { status, body } = await revoke(tenant, id);
    t.deepEqual([status, body], [200, { id, deleted: true }]);
  }
  t.is((await accept(service, token)).status, 401);
  const entries = await readAudit(tenant, 'invitation.revoked');
  t.is(entries.length, 1);
  t.like(entries[0], {
    actor_email: tenant.email,
    target_id: id,
    before: { status: 'pending' },
    after: { status: 'revoked' },
  });
});

test('revoking: unknown 404, malformed 400, accepted 409', async (t) => {
  const tenant = await registerTenant(service);
  const { id, token } = await inviteFor(tenant);
  t.is((await accept(service, token)).status, 200);
  t.is((await revoke(tenant, randomUUID())).body['code'], 'NOT_FOUND');
  t.is((await revoke(tenant, 'x')).body['code'], 'VALIDATION_FAILED');
  t.is((await revoke(tenant, id)).body['code'], 'CONFLICT');
});

test('of a revocation and an acceptance at the same time exactly one wins', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const tenant = await registerTenant(service);
    const { id, token } = await inviteFor(tenant);
    const [revoked, accepted] = await Promise.all([revoke(tenant, id), accept(service, token)]);
    t.deepEqual([revoked.status, accepted.status], accepted.status === 200 ? [409, 200] : [200, 401]);
  }
});

/** As if the admin had opened the link of the e-mail. */
const verifyAdmin = ({ companyId, email }: Tenant) =>
  service.database.db.knex('users').where({ company_id: companyId, email }).update({ email_verified_at: new Date() });

test('in production nobody invites in the name of an address that is not confirmed', async (t) => {
  const strict = await startService({ beside: service, environment: { NODE_ENV: 'production' } });
  t.teardown(() => strict.close());
  const tenant = await registerTenant(service);
  t.like(await invite(strict, tenant), { status: 409, body: { code: 'CONFLICT' } });
  await verifyAdmin(tenant);
  t.is((await invite(strict, tenant)).status, 201);
});

test('in production a company has so many invitations an hour', async (t) => {
  const environment = { NODE_ENV: 'production', INVITATIONS_PER_HOUR: '2' };
  const strict = await startService({ beside: service, environment });
  t.teardown(() => strict.close());
  const tenant = await registerTenant(service);
  await verifyAdmin(tenant);
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await invite(strict, tenant)).status);
  t.deepEqual(statuses, [201, 201, 429]);
});
