import { randomUUID } from 'node:crypto';
import test from 'ava';
import { waitUntil } from '../jobs/support.ts';
import { createTestClock } from '../support/clock.ts';
import { renewConsole, signInToConsole } from '../support/console.ts';
import { RESET, startMailService, type MailService } from '../support/mailbox.ts';
import { assess, registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'staple battery horse';

let mail: MailService;
let service: Service;
let beside: Service;
test.before(async () => {
  mail = await startMailService();
  ({ service } = mail);
  beside = await startService({ beside: service });
});
test.after.always(async () => {
  await beside?.close();
  await mail?.close();
});

const forget = ({ companyId, email }: Pick<Tenant, 'companyId' | 'email'>, on = service): Promise<Answer> =>
  on.call('POST', '/api/auth/password/forgot', { body: { companyId, email } });
const reset = (token: string, password = NEW_PASSWORD, on = service): Promise<Answer> =>
  on.call('POST', '/api/auth/password/reset', { body: { token, password } });
const login = (tenant: Tenant, password = tenant.password): Promise<Answer> =>
  service.call('POST', '/api/auth/login', { body: { companyId: tenant.companyId, email: tenant.email, password } });
const requestToken = async (tenant: Tenant, count = 1): Promise<string> => {
  await forget(tenant);
  return mail.waitForToken(tenant.email, RESET, count);
};
/** All requests of a company have been answered by workers. */
const waitForAnswers = ({ companyId }: Pick<Tenant, 'companyId'>): Promise<void> =>
  waitUntil(async () => {
    const waiting = await service.database.db
      .knex('password_reset_requests')
      .where({ company_id: companyId })
      .whereNotNull('sealed');
    return waiting.length === 0;
  }, 'requests are answered');

test('a reset ends every session in every process, and only the new password signs in', async (t) => {
  const tenant = await registerTenant(service);
  const other = (await login(tenant)).body;
  const console = await signInToConsole(service, tenant);
  const token = await requestToken(tenant);
  t.is((await assess(beside, tenant)).status, 200);
  const { status, body } = await reset(token);
  t.deepEqual([status, body], [200, { success: true }]);
  for (const accessToken of [tenant.token, String(other['accessToken']), console.token]) {
    t.is((await assess(beside, { token: accessToken })).status, 401);
    t.is((await assess(service, { token: accessToken })).status, 401);
  }
  t.is((await service.call('POST', '/api/auth/refresh', { token: tenant.refreshToken })).status, 401);
  t.is((await renewConsole(beside, console.cookie)).status, 401);
  t.is((await login(tenant)).status, 401);
  t.is((await login(tenant, NEW_PASSWORD)).status, 200);
});

test('a reset proves the mailbox, forgives wrong guesses and is in the audit log', async (t) => {
  const tenant = await registerTenant(service);
  for (let index = 0; index < 10; index += 1) await login(tenant, 'wrong password');
  t.is((await login(tenant)).status, 429);
  await reset(await requestToken(tenant));
  t.is((await login(tenant, NEW_PASSWORD)).status, 200);
  const { knex } = service.database.db;
  const user = await knex('users').where({ company_id: tenant.companyId }).first<Record<string, unknown>>();
  t.truthy(user['email_verified_at']);
  const entry = await knex('audit_logs').where({ action: 'member.password_reset', company_id: tenant.companyId });
  t.like(entry[0], {
    actor_id: user['id'],
    actor_email: tenant.email,
    target_id: user['id'],
    before: null,
    after: null,
  });
});

test('the e-mail says until when its link works, and the link expires then', async (t) => {
  const tenant = await registerTenant(service);
  const token = await requestToken(tenant);
  t.regex((await mail.waitForMail(tenant.email, RESET)).text, /\/account\/reset-password#.*until .* UTC/s);
  const later = await startService({ beside: service, clock: createTestClock(Date.now() + HOUR_MS) });
  t.teardown(() => later.close());
  t.is((await reset(token, NEW_PASSWORD, later)).status, 401);
  t.is((await reset(token)).status, 200);
});

test('only the newest link works, once, and never for another purpose', async (t) => {
  const tenant = await registerTenant(service);
  const first = await requestToken(tenant);
  const second = await requestToken(tenant, 2);
  t.is((await reset(first)).status, 401);
  t.is((await service.call('POST', '/api/auth/verify-email', { body: { token: second } })).status, 401);
  const answers = await Promise.all(Array.from({ length: 5 }, () => reset(second)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
  for (const { body } of answers.filter(({ status }) => status === 401)) t.is(body['code'], 'INVALID_CREDENTIALS');
});

test('a password that is too short, or no token, is not valid; the token is not spent', async (t) => {
  const tenant = await registerTenant(service);
  const token = await requestToken(tenant);
  const { status, body } = await reset(token, 'short');
  t.deepEqual([status, body['code']], [400, 'VALIDATION_FAILED']);
  t.is((await service.call('POST', '/api/auth/password/reset', { body: { password: NEW_PASSWORD } })).status, 400);
  t.is((await reset(token)).status, 200);
});

test('a token is worth nothing once its person has another address', async (t) => {
  const tenant = await registerTenant(service);
  const token = await requestToken(tenant);
  const { knex } = service.database.db;
  await knex('users')
    .where({ email: tenant.email })
    .update({ email: `new-${tenant.email}` });
  t.is((await reset(token)).status, 401);
});

test('a login with the old password that meets a reset leaves no session behind', async (t) => {
  for (let round = 1; round <= 3; round += 1) {
    const tenant = await registerTenant(service);
    const token = await requestToken(tenant);
    const [, ...logins] = await Promise.all([reset(token), ...Array.from({ length: 6 }, () => login(tenant))]);
    for (const { status, body } of logins) {
      if (status === 200) t.is((await assess(service, { token: String(body['accessToken']) })).status, 401);
      else t.is(status, 401);
    }
  }
});

test('the answer never tells whether the person exists, and only that person gets an e-mail', async (t) => {
  const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
  const strangers = [
    { companyId: tenant.companyId, email: 'nobody@example.com' },
    { companyId: tenant.companyId, email: other.email },
    { companyId: randomUUID(), email: tenant.email },
  ];
  for (const request of [tenant, ...strangers]) {
    const { status, body } = await forget(request);
    t.deepEqual([status, body], [200, { success: true }]);
  }
  for (const request of strangers) await waitForAnswers(request);
  await mail.waitForMail(tenant.email, RESET);
  const resets = mail.mails.filter(({ headers }) => headers['subject']?.includes(RESET));
  t.is(
    resets.filter(({ recipients }) => recipients.includes(other.email) || recipients.includes('nobody@example.com'))
      .length,
    0,
  );
  t.is(resets.filter(({ recipients }) => recipients.includes(tenant.email)).length, 1);
});

test('an address is written however people write it', async (t) => {
  const tenant = await registerTenant(service);
  await forget({ companyId: tenant.companyId.toUpperCase(), email: tenant.email.toUpperCase() });
  t.is((await reset(await mail.waitForToken(tenant.email, RESET))).status, 200);
});

test('what is asked for is not kept in the clear, and forgotten once it is answered', async (t) => {
  const tenant = await registerTenant(service);
  await forget(tenant);
  await waitForAnswers(tenant);
  const rows: unknown = await service.database.db
    .knex('password_reset_requests')
    .where({ company_id: tenant.companyId });
  t.like((rows as unknown[])[0], { sealed: null });
  t.false(JSON.stringify(rows).includes(tenant.email));
});

test('nobody can flood a mailbox: three e-mails an hour, the answer stays the same', async (t) => {
  const tenant = await registerTenant(service);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => forget(tenant, index % 2 ? beside : service)),
  );
  t.true(answers.every(({ status }) => status === 200));
  await waitForAnswers(tenant);
  const sent = () =>
    service.database.db.knex('emails').where({ company_id: tenant.companyId, template: 'password-reset' });
  t.is((await sent()).length, 3);
  const later = await startService({ beside: service, clock: createTestClock(Date.now() + HOUR_MS + 1000) });
  t.teardown(() => later.close());
  await forget(tenant, later);
  await waitForAnswers(tenant);
  t.is((await sent()).length, 4);
});

test('in production each address has so many requests an hour', async (t) => {
  const strict = await startService({
    beside: service,
    environment: { NODE_ENV: 'production', ACCOUNT_REQUESTS_PER_HOUR: '2' },
  });
  t.teardown(() => strict.close());
  const statuses = [];
  for (let index = 0; index < 3; index += 1) {
    statuses.push((await forget({ companyId: randomUUID(), email: 'a@example.com' }, strict)).status);
  }
  t.deepEqual(statuses, [200, 200, 429]);
});

test('a malformed request is not valid', async (t) => {
  t.is((await forget({ companyId: 'x', email: 'a@example.com' })).status, 400);
  t.is((await forget({ companyId: randomUUID(), email: 'x' })).status, 400);
});
