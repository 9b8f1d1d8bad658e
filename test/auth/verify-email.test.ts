import test from 'ava';
import { createTestClock } from '../support/clock.ts';
import { CONFIRM, startMailService, type MailService } from '../support/mailbox.ts';
import { addAnalyst } from '../support/members.ts';
import { registerTenant, startService, type Answer, type Service, type Tenant } from '../support/service.ts';

const DAY_MS = 86_400_000;

let mail: MailService;
let service: Service;
test.before(async () => {
  mail = await startMailService();
  ({ service } = mail);
});
test.after.always(() => mail?.close());

const verify = (token: string, on = service): Promise<Answer> =>
  on.call('POST', '/api/auth/verify-email', { body: { token } });
const resend = (token: string): Promise<Answer> => service.call('POST', '/api/auth/verify-email/resend', { token });
const readVerifiedAt = async ({ email }: Pick<Tenant, 'email'>): Promise<Date | null> => {
  const [user] = await service.database.db
    .knex('users')
    .where({ email })
    .select<{ at: Date | null }[]>('email_verified_at as at');
  return user?.at ?? null;
};

test('registration sends the e-mail that confirms the address, and nobody has to wait for it', async (t) => {
  const tenant = await registerTenant(service);
  t.is(await readVerifiedAt(tenant), null);
  const { text } = await mail.waitForMail(tenant.email, CONFIRM);
  t.regex(text, /\nhttp:\/\/127\.0\.0\.1:3000\/account\/verify-email#[\w-]{64}\n/);
  const { status, body } = await verify(await mail.waitForToken(tenant.email, CONFIRM));
  t.is(status, 200);
  t.deepEqual(body, { email: tenant.email, verifiedAt: (await readVerifiedAt(tenant))?.toISOString() });
});

test('a token works once, also for many at the same time', async (t) => {
  const tenant = await registerTenant(service);
  const token = await mail.waitForToken(tenant.email, CONFIRM);
  const answers = await Promise.all(Array.from({ length: 6 }, () => verify(token)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401]);
});

test('every token that does not work is refused with the same answer', async (t) => {
  const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
  const used = await mail.waitForToken(tenant.email, CONFIRM);
  await verify(used);
  const valid = await mail.waitForToken(other.email, CONFIRM);
  const swapped = Buffer.concat([
    Buffer.from(tenant.companyId.replaceAll('-', ''), 'hex'),
    Buffer.from(valid, 'base64url').subarray(16),
  ]).toString('base64url');
  const later = await startService({ beside: service, clock: createTestClock(Date.now() + 7 * DAY_MS) });
  t.teardown(() => later.close());
  const bad = [used, swapped, 'x', `${valid}A`, valid.toLowerCase(), tenant.token, '💥'.repeat(64)];
  const answers = [await verify(valid, later), ...(await Promise.all(bad.map((token) => verify(token))))];
  for (const { status, body } of answers) {
    t.deepEqual([status, body['code'], body['message']], [401, 'INVALID_CREDENTIALS', answers[0]?.body['message']]);
  }
  t.is((await verify(valid)).status, 200);
});

test('a body without a token is not valid', async (t) => {
  const { status, body } = await service.call('POST', '/api/auth/verify-email', { body: {} });
  t.deepEqual([status, body['code']], [400, 'VALIDATION_FAILED']);
});

test('a token proves the address it was sent to, not the one its person has by now', async (t) => {
  const tenant = await registerTenant(service);
  const token = await mail.waitForToken(tenant.email, CONFIRM);
  const moved = { email: `new-${tenant.email}` };
  await service.database.db.knex('users').where({ email: tenant.email }).update(moved);
  t.is((await verify(token)).status, 401);
  t.is(await readVerifiedAt(moved), null);
});

test('tokens are not stored in the clear', async (t) => {
  const tenant = await registerTenant(service);
  const token = await mail.waitForToken(tenant.email, CONFIRM);
  const { knex } = service.database.db;
  const rows: unknown = await knex('account_tokens')
    .where({ company_id: tenant.companyId })
    .select(knex.raw("encode(token_hash, 'escape') as text, *"));
  t.is((rows as unknown[]).length, 1);
  t.false(JSON.stringify(rows).includes(token));
  const { rows: found } = await knex.raw<{ rows: { n: number }[] }>(
    'select count(*) n from account_tokens where token_hash = ?',
    [Buffer.from(token, 'base64url')],
  );
  t.is(found[0]?.n, 0);
});

test('the e-mail can be asked for again: only the newest link works, three times an hour', async (t) => {
  const tenant = await registerTenant(service);
  const first = await mail.waitForToken(tenant.email, CONFIRM);
  const { status, body } = await resend(tenant.token);
  t.deepEqual([status, body], [200, { sent: true, email: tenant.email }]);
  const second = await mail.waitForToken(tenant.email, CONFIRM, 2);
  t.is((await verify(first)).status, 401);
  const more = await Promise.all(Array.from({ length: 4 }, () => resend(tenant.token)));
  t.deepEqual(more.map((answer) => answer.status).sort(), [200, 200, 429, 429]);
  t.truthy(more.find((answer) => answer.status === 429)?.headers.get('retry-after'));
  await mail.waitForMail(tenant.email, CONFIRM, 4);
  t.is((await verify(second)).status, 401);
});

test('nothing is sent to an address that is confirmed; an analyst may ask, a stranger may not', async (t) => {
  const tenant = await registerTenant(service);
  await verify(await mail.waitForToken(tenant.email, CONFIRM));
  const { status, body } = await resend(tenant.token);
  t.deepEqual([status, body], [200, { sent: false, email: tenant.email }]);
  t.is((await resend((await addAnalyst(service, tenant)).token)).status, 200);
  t.is((await service.call('POST', '/api/auth/verify-email/resend')).status, 401);
});
