import { randomUUID } from 'node:crypto';
import test from 'ava';
import { routes } from '../api/routes.ts';
import {
  assess,
  ingest,
  registerTenant,
  sendFeedback,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from './support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

/** What a stranger (another tenant) tries with what belongs to the owner, and what must come of it. */
interface Attempt {
  owner: Tenant;
  stranger: Tenant;
}
type Case = (attempt: Attempt) => Promise<void>;

function expectAnswer({ status, body }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
}
function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`);
}
const login = (tenant: Tenant, companyId: string) =>
  service.call('POST', '/api/auth/login', { body: { companyId, email: tenant.email, password: tenant.password } });
const scoreOf = async (tenant: Tenant, fields: object) => (await assess(service, tenant, fields)).body['riskScore'];

/** One row for every route: a route without a row fails the test below. */
const CASES: Record<string, Case> = {
  registerCompanyAdmin: async ({ owner }) => {
    const { body } = await service.call('POST', '/api/auth/register-company-admin', {
      body: { companyName: 'Copy', email: owner.email, password: owner.password, companyId: owner.companyId },
    });
    if (body['companyId'] === owner.companyId) throw new Error('registration joined an existing company');
  },
  login: async ({ owner, stranger }) => {
    expectAnswer(await login(stranger, owner.companyId), 401);
  },
  refresh: async ({ owner, stranger }) => {
    const { body } = await service.call('POST', '/api/auth/refresh', { token: stranger.refreshToken });
    const [, claims = ''] = String(body['accessToken']).split('.');
    const { companyId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { companyId: string };
    expectEqual(companyId, stranger.companyId);
    expectAnswer(await assess(service, owner), 200);
  },
  logout: async ({ owner, stranger }) => {
    expectAnswer(await service.call('POST', '/api/auth/logout', { token: stranger.token }), 200);
    expectAnswer(await assess(service, owner), 200);
  },
  regenerateWebhookSecret: async ({ owner, stranger }) => {
    await service.call('POST', '/api/auth/webhook-secret/regenerate', {
      token: stranger.token,
      body: { companyId: owner.companyId },
    });
    expectAnswer(await ingest(service, owner), 200);
  },
  webhookSecretStatus: async ({ owner, stranger }) => {
    const { body } = await service.call('POST', '/api/auth/webhook-secret/status', {
      token: stranger.token,
      body: { companyId: owner.companyId },
    });
    expectEqual(body['companyId'], stranger.companyId);
  },
  ingestEvent: async ({ owner, stranger }) => {
    expectAnswer(await ingest(service, { companyId: owner.companyId, secret: stranger.secret }), 401);
    const idempotencyKey = randomUUID();
    const first = await ingest(service, owner, { idempotencyKey });
    const second = await ingest(service, stranger, { idempotencyKey });
    expectEqual(second.body['duplicate'], false);
    if (first.body['id'] === second.body['id']) throw new Error('one event for two companies');
  },
  assessTransaction: async ({ owner, stranger }) => {
    // Velocity, graph and evidence of the owner say nothing about the stranger's user of the same name and device.
    const fields = { userId: 'same', deviceFingerprint: randomUUID() };
    for (let index = 0; index < 20; index += 1) await assess(service, owner, fields);
    const { body } = await assess(service, owner, fields);
    await sendFeedback(service, owner, body['assessmentId'], 'confirmed_fraud');
    expectEqual(await scoreOf(stranger, fields), 0);
  },
  submitFeedback: async ({ owner, stranger }) => {
    const { body } = await assess(service, owner);
    const answer = await sendFeedback(service, stranger, body['assessmentId'], 'confirmed_fraud');
    const unknown = await sendFeedback(service, stranger, randomUUID(), 'confirmed_fraud');
    expectAnswer(answer, 404);
    expectEqual(answer.body['message'], unknown.body['message']);
  },
};

test('every route has a row', (t) => {
  t.deepEqual(Object.keys(CASES).sort(), routes.map(({ name }) => name).sort());
});

for (const [name, attempt] of Object.entries(CASES)) {
  test(`tenants never see each other: ${name}`, async (t) => {
    const [owner, stranger] = await Promise.all([registerTenant(service), registerTenant(service)]);
    await t.notThrowsAsync(attempt({ owner, stranger }));
  });
}

test('a token that claims another company is refused', async (t) => {
  const [owner, stranger] = await Promise.all([registerTenant(service), registerTenant(service)]);
  const { tokens } = service.dependencies;
  const claims = tokens.verify(stranger.token, 'access');
  const { accessToken } = tokens.issue({ sub: claims.sub, sid: claims.sid, role: 'admin', companyId: owner.companyId });
  t.is((await assess(service, { token: accessToken })).status, 401);
});
