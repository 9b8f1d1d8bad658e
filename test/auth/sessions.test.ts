import { randomUUID } from 'node:crypto';
import test from 'ava';
import jwt from 'jsonwebtoken';
import { createTestClock } from '../support/clock.ts';
import { addAnalyst } from '../support/members.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let beside: Service;
test.before(async () => {
  service = await startService();
  beside = await startService({ beside: service });
});
test.after.always(async () => {
  await beside.close();
  await service.close();
});

const login = (tenant: Pick<Tenant, 'companyId' | 'email' | 'password'>, on = service): Promise<Answer> =>
  on.call('POST', '/api/auth/login', {
    body: { companyId: tenant.companyId, email: tenant.email, password: tenant.password },
  });
const refresh = (token: string, on = service): Promise<Answer> => on.call('POST', '/api/auth/refresh', { token });
const whoCanAssess = (token: string, on = service): Promise<Answer> =>
  on.call('POST', '/api/risk-engine/assess', {
    token,
    body: { transactionId: 't', userId: 'u', amountMinor: 1, currency: 'USD' },
  });

test('registration opens a company with an admin, a trial and no signing secret', async (t) => {
  const email = `Ada.${randomUUID()}@Example.com`;
  const { status, body } = await service.call('POST', '/api/auth/register-company-admin', {
    body: { companyName: 'Example Shop', email, password: 'correct horse battery', fullName: 'Ada' },
  });
  t.is(status, 201);
  t.like(body, {
    companyName: 'Example Shop',
    email: email.toLowerCase(),
    role: 'admin',
    subscriptionStatus: 'active',
    planCode: 'trial',
    planFeatures: ['event_explorer', 'reviews', 'graph_explorer', 'audit_logs', 'threat_intel'],
  });
  const secret = await service.call('POST', '/api/auth/webhook-secret/status', { token: String(body['accessToken']) });
  t.deepEqual(secret.body, { companyId: body['companyId'], configured: false, secretPrefix: null, rotatedAt: null });
});

test('the same e-mail address may belong to several companies', async (t) => {
  const body = { companyName: 'One', email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  const one = await service.call('POST', '/api/auth/register-company-admin', { body });
  const two = await service.call('POST', '/api/auth/register-company-admin', { body });
  t.deepEqual([one.status, two.status], [201, 201]);
  t.not(one.body['companyId'], two.body['companyId']);
});

test('login answers with exactly the fields of the specification', async (t) => {
  const { status, body } = await login(await registerTenant(service));
  t.is(status, 200);
  t.deepEqual(
    Object.keys(body).sort(),
    [
      'accessRoleId',
      'accessRoleName',
      'accessToken',
      'departmentId',
      'departmentName',
      'permissions',
      'planCode',
      'planFeatures',
      'refreshToken',
      'subscriptionStatus',
    ].sort(),
  );
  const claims = jwt.decode(String(body['accessToken'])) as Record<string, unknown>;
  t.deepEqual(Object.keys(claims).sort(), ['companyId', 'exp', 'iat', 'jti', 'role', 'sid', 'sub', 'typ']);
  t.is(Number(claims['exp']) - Number(claims['iat']), 900);
});

test('login tells when the subscription has ended, and offers no features then', async (t) => {
  const tenant = await registerTenant(service);
  const { knex } = service.database.db;
  await knex('subscriptions')
    .where({ company_id: tenant.companyId })
    .update({ ends_at: new Date(Date.now() - 1000) });
  t.like((await login(tenant)).body, { subscriptionStatus: 'expired', planCode: 'trial', planFeatures: [] });
  t.is((await whoCanAssess(tenant.token)).status, 402);
});

test('an analyst gets the permissions of an analyst', async (t) => {
  const { token } = await addAnalyst(service, await registerTenant(service));
  t.is((jwt.decode(token) as { role?: string }).role, 'analyst');
});

test('login failures: 400 for a malformed request, one 401 for everything that does not match', async (t) => {
  const tenant = await registerTenant(service);
  const attempt = async (fields: object): Promise<[number, unknown]> => {
    const { status, body } = await service.call('POST', '/api/auth/login', {
      body: { companyId: tenant.companyId, email: tenant.email, password: tenant.password, ...fields },
    });
    return [status, body['code']];
  };
  t.deepEqual(await attempt({ companyId: undefined }), [400, 'VALIDATION_FAILED']);
  t.deepEqual(await attempt({ email: 'not-an-email' }), [400, 'VALIDATION_FAILED']);
  t.deepEqual(await attempt({ password: 'short' }), [400, 'VALIDATION_FAILED']);
  t.deepEqual(await attempt({ password: 'wrong password' }), [401, 'INVALID_CREDENTIALS']);
  t.deepEqual(await attempt({ email: 'nobody@example.com' }), [401, 'INVALID_CREDENTIALS']);
  t.deepEqual(await attempt({ companyId: randomUUID() }), [401, 'INVALID_CREDENTIALS']);
});

test('ten failures within 15 minutes stop further attempts, also with the right password, until they are over', async (t) => {
  const clock = createTestClock();
  const timed = await startService({ beside: service, clock });
  t.teardown(() => timed.close());
  const tenant = await registerTenant(timed);
  const wrong = { ...tenant, password: 'wrong password' };
  const failures = await Promise.all(Array.from({ length: 14 }, () => login(wrong, timed)));
  const statuses = failures.map(({ status }) => status).sort();
  t.deepEqual(statuses, [...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
  const blocked = await login(tenant, timed);
  t.is(blocked.status, 429);
  t.is(blocked.headers.get('retry-after'), '900');
  clock.advance(901_000);
  t.is((await login(tenant, timed)).status, 200);
});

test('refresh replaces both tokens; a token used twice ends the whole session', async (t) => {
  const tenant = await registerTenant(service);
  const first = await refresh(tenant.refreshToken);
  t.is(first.status, 200);
  t.deepEqual(Object.keys(first.body).sort(), ['accessToken', 'refreshToken']);
  t.not(first.body['refreshToken'], tenant.refreshToken);
  t.is((await whoCanAssess(String(first.body['accessToken']))).status, 200);

  t.is((await refresh(tenant.refreshToken)).status, 401);
  t.is((await whoCanAssess(String(first.body['accessToken']))).status, 401);
  t.is((await refresh(String(first.body['refreshToken']))).status, 401);
});

test('of concurrent refreshes of one token, over two processes, exactly one wins', async (t) => {
  const tenant = await registerTenant(service);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => refresh(tenant.refreshToken, index % 2 ? beside : service)),
  );
  const winners = answers.filter(({ status }) => status === 200);
  t.is(winners.length, 1);
  t.true(answers.every(({ status }) => status === 200 || status === 401));
});

test('a logout holds in every process at once, for access and refresh tokens', async (t) => {
  const tenant = await registerTenant(service);
  t.is((await whoCanAssess(tenant.token, beside)).status, 200);
  const { status, body } = await service.call('POST', '/api/auth/logout', { token: tenant.token });
  t.deepEqual([status, body], [200, { success: true }]);
  t.is((await whoCanAssess(tenant.token, beside)).status, 401);
  t.is((await whoCanAssess(tenant.token)).status, 401);
  t.is((await refresh(tenant.refreshToken, beside)).status, 401);
});

test('logout and refresh at the same time never leave a session behind', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const tenant = await registerTenant(service);
    const [refreshed] = await Promise.all([
      refresh(tenant.refreshToken, beside),
      service.call('POST', '/api/auth/logout', { token: tenant.token }),
    ]);
    if (refreshed.status === 200) {
      t.is((await whoCanAssess(String(refreshed.body['accessToken']))).status, 401);
      t.is((await refresh(String(refreshed.body['refreshToken']))).status, 401);
    } else {
      t.is(refreshed.status, 401);
    }
  }
});

test('each kind of token is refused where the other is due', async (t) => {
  const tenant = await registerTenant(service);
  const refused = await whoCanAssess(tenant.refreshToken);
  t.deepEqual([refused.status, refused.body['code']], [401, 'UNAUTHENTICATED']);
  t.is((await refresh(tenant.token)).status, 401);
});

test('an expired token says so; a forged, foreign or unsigned one is just not valid', async (t) => {
  const clock = createTestClock();
  const timed = await startService({ beside: service, clock });
  t.teardown(() => timed.close());
  const tenant = await registerTenant(timed);
  clock.advance(901_000);
  const expired = await whoCanAssess(tenant.token, timed);
  t.deepEqual([expired.status, expired.body['code']], [401, 'TOKEN_EXPIRED']);

  const claims = jwt.decode(tenant.refreshToken) as object;
  const key = '0123456789abcdef0123456789abcdef';
  const forged = [
    jwt.sign({ ...claims, typ: 'access' }, 'another-secret-another-secret-ab', { keyid: 'test' }),
    jwt.sign({ ...claims, typ: 'access' }, key, { keyid: 'unknown' }),
    jwt.sign({ ...claims, typ: 'access' }, key, { keyid: 'test', algorithm: 'HS512' }),
    jwt.sign({ ...claims, typ: 'access' }, '', { algorithm: 'none', keyid: 'test' }),
    'not.a.token',
    '',
  ];
  for (const token of forged) {
    const { status, body } = await whoCanAssess(token);
    t.deepEqual([status, body['code']], [401, 'UNAUTHENTICATED']);
  }
});

test('a rotated-in key verifies old tokens until it is taken out', async (t) => {
  const tenant = await registerTenant(service);
  const old = 'test:0123456789abcdef0123456789abcdef';
  const rotated = await startService({
    beside: service,
    environment: { JWT_KEYS: `new:abcdefabcdefabcdefabcdefabcdefab,${old}` },
  });
  const without = await startService({
    beside: service,
    environment: { JWT_KEYS: 'new:abcdefabcdefabcdefabcdefabcdefab' },
  });
  t.teardown(async () => {
    await rotated.close();
    await without.close();
  });
  t.is((await whoCanAssess(tenant.token, rotated)).status, 200);
  t.is((await whoCanAssess(tenant.token, without)).status, 401);
});

test('tokens in the query string are not looked at', async (t) => {
  const tenant = await registerTenant(service);
  const { status } = await service.call('POST', `/api/auth/logout?access_token=${tenant.token}`);
  t.is(status, 401);
});

test('registration is limited per address in production only', async (t) => {
  const strict = await startService({
    beside: service,
    environment: { NODE_ENV: 'production', REGISTRATIONS_PER_HOUR: '2' },
  });
  t.teardown(() => strict.close());
  const register = () =>
    strict.call('POST', '/api/auth/register-company-admin', {
      body: { companyName: 'Shop', email: 'a@example.com', password: 'correct horse battery' },
    });
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await register()).status);
  t.deepEqual(statuses, [201, 201, 429]);
});
