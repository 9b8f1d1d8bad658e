import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import jwt from 'jsonwebtoken';
import { createTestClock } from '../support/clock.ts';
import { renewConsole, signInToConsole, signOutOfConsole } from '../support/console.ts';
import { assess, registerTenant, startService, type Answer, type Service } from '../support/service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 21, 12);

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

/** A service at a moment that the test moves. */
async function startTimed(t: { teardown(close: () => Promise<void>): void }) {
  const clock = createTestClock(NOW);
  const timed = await startService({ beside: service, clock });
  t.teardown(() => timed.close());
  return { clock, timed };
}

const setCookies = ({ headers }: Answer): string[] => headers.getSetCookie();
const tokenOf = ({ body }: Answer): { token: string } => ({ token: String(body['accessToken']) });

test('signing in sets a cookie that scripts cannot read, and answers all that a page must know', async (t) => {
  const { timed } = await startTimed(t);
  const tenant = await registerTenant(timed);
  const { answer, cookie, token } = await signInToConsole(timed, tenant);
  t.is(answer.status, 200);
  const { sub, sid, ...claims } = jwt.decode(token) as Record<string, unknown>;
  t.like(claims, { companyId: tenant.companyId, role: 'admin', typ: 'access', exp: (NOW + 15 * MINUTE_MS) / 1000 });
  const { permissions, ...body } = answer.body;
  t.true((permissions as string[]).includes('members:manage'));
  t.deepEqual(body, {
    accessToken: token,
    accessTokenExpiresAt: '2026-11-21T12:15:00.000Z',
    companyId: tenant.companyId,
    companyName: 'Example Shop',
    userId: sub,
    email: tenant.email,
    emailVerified: false,
    fullName: null,
    role: 'admin',
    subscriptionStatus: 'active',
    planCode: 'trial',
    planFeatures: ['event_explorer', 'reviews', 'graph_explorer', 'audit_logs', 'threat_intel'],
    idleTimeoutSeconds: 1800,
  });
  t.regex(cookie, new RegExp(`^console=${tenant.companyId}\\.${String(sid)}\\.[\\w-]{43}$`));
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Expires=Sun, 22 Nov 2026 00:00:00 GMT';
  t.deepEqual(setCookies(answer), [`${cookie}; ${attributes}`]);
  t.is((await assess(timed, { token })).status, 200);
});

test('of the secret in the cookie only its SHA-256 is stored, and there is no refresh token', async (t) => {
  const tenant = await registerTenant(service);
  const { cookie } = await signInToConsole(service, tenant);
  const [, id = '', secret = ''] = cookie.split('.');
  const session = await service.database.db.knex('sessions').where({ id }).first<Record<string, unknown>>();
  t.deepEqual(session['cookie_hash'], createHash('sha256').update(secret).digest());
  t.is(session['refresh_token_id'], null);
  t.false(JSON.stringify(session).includes(secret));
});

test('reached over https, the cookie is Secure and no other host of the domain can set it', async (t) => {
  const secure = await startService({ beside: service, environment: { PUBLIC_URL: 'https://risk.example.com' } });
  t.teardown(() => secure.close());
  const { answer, cookie } = await signInToConsole(secure, await registerTenant(service));
  t.regex(setCookies(answer)[0] ?? '', /^__Host-console=\S+; Path=\/; HttpOnly; SameSite=Strict; Secure; Expires=/);
  t.is((await renewConsole(secure, cookie)).status, 200);
  t.is((await renewConsole(secure, cookie.replace('__Host-', ''))).status, 401);
});

test('failures: 400 for a malformed request, one 401 for everything that does not match, and no cookie', async (t) => {
  const tenant = await registerTenant(service);
  const attempt = async (fields: object): Promise<unknown[]> => {
    const { answer } = await signInToConsole(service, { ...tenant, ...fields });
    return [answer.status, answer.body['code'], setCookies(answer).length];
  };
  t.deepEqual(await attempt({ companyId: undefined }), [400, 'VALIDATION_FAILED', 0]);
  t.deepEqual(await attempt({ password: 'short' }), [400, 'VALIDATION_FAILED', 0]);
  t.deepEqual(await attempt({ password: 'wrong password' }), [401, 'INVALID_CREDENTIALS', 0]);
  t.deepEqual(await attempt({ email: 'nobody@example.com' }), [401, 'INVALID_CREDENTIALS', 0]);
  t.deepEqual(await attempt({ companyId: randomUUID() }), [401, 'INVALID_CREDENTIALS', 0]);
});

test('failures count together with those of login: 429, also with the right password', async (t) => {
  const { companyId, email, password } = await registerTenant(service);
  const wrong = { companyId, email, password: 'wrong password' };
  for (let index = 0; index < 5; index += 1) {
    t.is((await signInToConsole(service, wrong)).answer.status, 401);
    t.is((await service.call('POST', '/api/auth/login', { body: wrong })).status, 401);
  }
  const { answer } = await signInToConsole(service, { companyId, email, password });
  t.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '900']);
  t.is((await service.call('POST', '/api/auth/login', { body: { companyId, email, password } })).status, 429);
});

test('the cookie gives access tokens, and stays the same', async (t) => {
  const tenant = await registerTenant(service);
  const { answer, cookie, token } = await signInToConsole(service, tenant);
  const renewed = await renewConsole(beside, `other=1; ${cookie}; console2=x`);
  t.is(renewed.status, 200);
  t.deepEqual(setCookies(renewed), []);
  t.deepEqual(
    { ...renewed.body, accessToken: '', accessTokenExpiresAt: '' },
    {
      ...answer.body,
      accessToken: '',
      accessTokenExpiresAt: '',
    },
  );
  t.not(renewed.body['accessToken'], token);
  for (const one of [{ token }, tokenOf(renewed)]) t.is((await assess(beside, one)).status, 200);
});

test('a token for the session is given to the cookie only', async (t) => {
  const { token, cookie } = await signInToConsole(service, await registerTenant(service));
  const [, id = '', secret = ''] = cookie.split('.');
  const other = await signInToConsole(service, await registerTenant(service));
  const [company = '', otherId = ''] = other.cookie.split('.');
  const tenant = await registerTenant(service);
  const { sid } = jwt.decode(tenant.token) as { sid: string };
  const wrong = [
    '',
    'console=',
    'console=x.y.z',
    cookie.slice(0, -1),
    `${cookie}A`,
    `${company}.${id}.${secret}`,
    `${company}.${otherId}.${secret}`,
    `console=${tenant.companyId}.${randomUUID()}.${secret}`,
    // A session of tokens: no cookie is its.
    `console=${tenant.companyId}.${sid}.${secret}`,
  ];
  const without = await service.call('POST', '/api/auth/console-session/token', { token });
  t.deepEqual([without.status, without.body['code'], setCookies(without)], [401, 'UNAUTHENTICATED', []]);
  for (const value of wrong) {
    const { status, body } = await renewConsole(service, value);
    t.deepEqual([status, body['code']], [401, 'UNAUTHENTICATED'], value);
    t.is((await signOutOfConsole(service, value)).status, 200);
  }
  t.is((await renewConsole(service, cookie)).status, 200, 'nobody else has ended it');
  t.is((await renewConsole(service, other.cookie)).status, 200);
});

test('a session that is not used for the idle time is over, its access tokens too', async (t) => {
  const { clock, timed } = await startTimed(t);
  const { cookie } = await signInToConsole(timed, await registerTenant(timed));
  clock.advance(30 * MINUTE_MS - 1);
  const renewed = await renewConsole(timed, cookie);
  t.is(renewed.status, 200);
  clock.advance(30 * MINUTE_MS - 1);
  t.is((await renewConsole(timed, cookie)).status, 200);
  clock.advance(30 * MINUTE_MS);
  t.is((await assess(timed, tokenOf(renewed))).status, 401);
  const idle = await renewConsole(timed, cookie);
  t.deepEqual([idle.status, idle.body['code']], [401, 'UNAUTHENTICATED']);
  t.deepEqual(setCookies(idle), ['console=; Path=/; HttpOnly; SameSite=Strict; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
});

test('a session in use ends after twelve hours, and its last access token with it', async (t) => {
  const { clock, timed } = await startTimed(t);
  const { cookie } = await signInToConsole(timed, await registerTenant(timed));
  for (let minutes = 0; minutes < 11 * 60 + 40; minutes += 20) {
    clock.advance(20 * MINUTE_MS);
    t.is((await renewConsole(timed, cookie)).status, 200);
  }
  clock.advance(10 * MINUTE_MS);
  const last = await renewConsole(timed, cookie);
  t.is(last.body['accessTokenExpiresAt'], new Date(NOW + 12 * HOUR_MS).toISOString());
  clock.advance(10 * MINUTE_MS - 1);
  t.is((await assess(timed, tokenOf(last))).status, 200);
  clock.advance(1);
  t.is((await assess(timed, tokenOf(last))).status, 401);
  t.is((await renewConsole(timed, cookie)).status, 401);
});

test('two tabs, at the same time and in two processes, do not get in the way of each other', async (t) => {
  const { cookie } = await signInToConsole(service, await registerTenant(service));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => renewConsole(index % 2 ? beside : service, cookie)),
  );
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const checks = await Promise.all(answers.map((answer) => assess(service, tokenOf(answer))));
  t.true(checks.every(({ status }) => status === 200));
});

test('signing out ends the access tokens at once, in every process, and clears the cookie', async (t) => {
  const tenant = await registerTenant(service);
  const { cookie, token } = await signInToConsole(service, tenant);
  const elsewhere = await signInToConsole(service, tenant);
  t.is((await assess(beside, { token })).status, 200);
  const signedOut = await signOutOfConsole(service, cookie);
  t.deepEqual([signedOut.status, signedOut.body], [200, { success: true }]);
  t.regex(setCookies(signedOut)[0] ?? '', /^console=; .*1970/);
  for (const process of [service, beside]) {
    t.is((await assess(process, { token })).status, 401);
    t.is((await renewConsole(process, cookie)).status, 401);
  }
  t.is((await renewConsole(service, elsewhere.cookie)).status, 200, 'other sessions of the person go on');
  t.like(await signOutOfConsole(service, cookie), { status: 200, body: { success: true } });
  t.like(await signOutOfConsole(service), { status: 200, body: { success: true } });
});

test('signing out and asking for a token at the same time never leaves a session behind', async (t) => {
  const tenant = await registerTenant(service);
  for (let round = 0; round < 5; round += 1) {
    const { cookie } = await signInToConsole(service, tenant);
    const [renewed] = await Promise.all([renewConsole(beside, cookie), signOutOfConsole(service, cookie)]);
    if (renewed.status === 200) t.is((await assess(service, tokenOf(renewed))).status, 401);
    t.is((await renewConsole(service, cookie)).status, 401);
  }
});

test('a logout with an access token of the console ends its session, too', async (t) => {
  const { cookie, token } = await signInToConsole(service, await registerTenant(service));
  t.is((await service.call('POST', '/api/auth/logout', { token })).status, 200);
  t.is((await renewConsole(service, cookie)).status, 401);
});

test('what has changed meanwhile is in the next answer: role, name, address and subscription', async (t) => {
  const tenant = await registerTenant(service);
  const { cookie } = await signInToConsole(service, tenant);
  const { knex } = service.database.db;
  const mine = { company_id: tenant.companyId };
  await knex('users').where(mine).update({ role: 'analyst', full_name: 'Ada', email_verified_at: new Date() });
  await knex('subscriptions').where(mine).update({ status: 'expired' });
  const { body } = await renewConsole(service, cookie);
  t.like(body, { role: 'analyst', fullName: 'Ada', emailVerified: true, subscriptionStatus: 'expired' });
  t.deepEqual(body['planFeatures'], []);
  t.false((body['permissions'] as string[]).includes('members:manage'));
});

test('an idle time that access tokens outlast stops the start', async (t) => {
  const environment = { CONSOLE_IDLE_MINUTES: '15' };
  await t.throwsAsync(startService({ beside: service, environment }), {
    message: 'CONSOLE_IDLE_MINUTES: must be more than ACCESS_TOKEN_TTL_SECONDS, 900 (got 15)',
  });
});
