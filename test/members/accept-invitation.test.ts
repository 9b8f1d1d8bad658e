import test from 'ava';
import jwt from 'jsonwebtoken';
import { createTestClock } from '../support/clock.ts';
import { accept, invite, listInvitations, newAddress } from '../support/invitations.ts';
import { CONFIRM, INVITES, startMailService, type MailService } from '../support/mailbox.ts';
import { assess, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';

const DAY_MS = 86_400_000;

let mail: MailService;
let service: Service;
test.before(async () => {
  mail = await startMailService({ PUBLIC_URL: 'https://risk.example.com/' });
  ({ service } = mail);
});
test.after.always(() => mail?.close());

async function inviteFor(tenant: Tenant, role = 'analyst'): Promise<{ email: string; token: string }> {
  const email = newAddress();
  await invite(service, tenant, { email, role });
  return { email, token: await mail.waitForToken(email, INVITES) };
}

test('from the invitation of an admin to an analyst at work', async (t) => {
  const tenant = await registerTenant(service);
  const { email, token } = await inviteFor(tenant);
  const { text, headers } = await mail.waitForMail(email, INVITES);
  t.is(headers['subject'], `${tenant.email} invites you to Example Shop`);
  t.true(text.includes('in the role analyst'));
  t.true(text.includes(`\nhttps://risk.example.com/account/accept-invitation#${token}\n`));

  const { status, body } = await accept(service, token, { fullName: 'Grace Hopper', password: 'battery staple horse' });
  t.is(status, 200);
  const { body: login } = await service.call('POST', '/api/auth/login', {
    body: { companyId: tenant.companyId, email, password: 'battery staple horse' },
  });
  t.deepEqual({ ...body, accessToken: '', refreshToken: '' }, { ...login, accessToken: '', refreshToken: '' });
  t.deepEqual([...(body['permissions'] as string[])].sort(), [
    'analytics:view',
    'events:assess',
    'events:view',
    'feedback:submit',
    'graph:view',
    'reviews:manage',
  ]);
  const analyst = { token: String(body['accessToken']) };
  t.like(jwt.decode(analyst.token), { companyId: tenant.companyId, role: 'analyst' });
  t.is((await assess(service, analyst)).status, 200);
  for (const path of ['/auth/webhook-secret/regenerate', '/auth/webhook-secret/status', '/auth/invitations']) {
    const refused = await service.call('POST', `/api${path}`, { token: analyst.token, body: { email, role: 'admin' } });
    t.deepEqual([refused.status, refused.body['code']], [403, 'FORBIDDEN'], path);
  }
  const resend = await service.call('POST', '/api/auth/verify-email/resend', { token: analyst.token });
  t.deepEqual(resend.body, { sent: false, email });
});

test('joining is in the audit log, by the person who joined', async (t) => {
  const tenant = await registerTenant(service);
  const { email, token } = await inviteFor(tenant);
  await accept(service, token);
  const { knex } = service.database.db;
  const user = await knex('users').where({ company_id: tenant.companyId, email }).first<Record<string, unknown>>();
  t.truthy(user['email_verified_at']);
  const [invitation] = await listInvitations(service, tenant);
  t.like(invitation, { status: 'accepted', email });
  const joined = knex('audit_logs').where({ company_id: tenant.companyId, action: 'member.joined' });
  const entry = await joined.first<Record<string, unknown>>();
  t.like(entry, {
    actor_id: user['id'],
    actor_email: email,
    target_id: user['id'],
    ip_address: '127***.1',
    before: null,
  });
  t.deepEqual(entry['after'], {
    email,
    role: 'analyst',
    invitationId: invitation?.['id'],
    invitedBy: tenant.email,
  });
});

test('of many acceptances at the same time exactly one wins', async (t) => {
  const tenant = await registerTenant(service);
  const { email, token } = await inviteFor(tenant);
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(service, token)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
  t.is((await service.database.db.knex('users').where({ email })).length, 1);
});

test('a token of another kind, of another company or past its time is refused like one that was used', async (t) => {
  const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
  const { email, token } = await inviteFor(tenant);
  const random = Buffer.from(token, 'base64url').subarray(16);
  const moved = Buffer.concat([Buffer.from(other.companyId.replaceAll('-', ''), 'hex'), random]).toString('base64url');
  const confirmation = await mail.waitForToken(tenant.email, CONFIRM);
  const later = await startService({ beside: service, clock: createTestClock(Date.now() + 7 * DAY_MS) });
  t.teardown(() => later.close());
  const answers = [await accept(service, moved), await accept(service, confirmation), await accept(later, token)];
  for (const path of ['/auth/verify-email', '/auth/password/reset']) {
    answers.push(await service.call('POST', `/api${path}`, { body: { token, password: 'battery staple horse' } }));
  }
  for (const { status, body } of answers) {
    t.deepEqual([status, body['code'], body['message']], [401, 'INVALID_CREDENTIALS', answers[0]?.body['message']]);
  }
  t.is((await accept(service, token)).status, 200);
  t.deepEqual(await service.database.db.knex('users').where({ email }).pluck('company_id'), [tenant.companyId]);
});

test('a person who has become a member meanwhile is told so, and the invitation is not spent', async (t) => {
  const tenant = await registerTenant(service);
  const { email, token } = await inviteFor(tenant);
  const { knex } = service.database.db;
  await knex('users').where({ email: tenant.email }).update({ email });
  const { status, body } = await accept(service, token);
  t.deepEqual([status, body['code']], [409, 'CONFLICT']);
  t.like((await listInvitations(service, tenant))[0], { status: 'pending' });
});

test('a password that is too short is not valid; the token is not spent', async (t) => {
  const { token } = await inviteFor(await registerTenant(service), 'admin');
  const { status, body } = await accept(service, token, { password: 'short' });
  t.deepEqual([status, body['code']], [400, 'VALIDATION_FAILED']);
  const joined = await accept(service, token);
  t.is(joined.status, 200);
  t.is((await invite(service, { token: String(joined.body['accessToken']) })).status, 201);
});
