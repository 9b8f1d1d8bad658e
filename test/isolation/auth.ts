import { assess, ingest, type Service, type Tenant } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

const login = (service: Service, { email, password }: Tenant, companyId: string) =>
  service.call('POST', '/api/auth/login', { body: { companyId, email, password } });

export const authCases: IsolationCases = {
  registerCompanyAdmin: async ({ service, owner }) => {
    const { body } = await service.call('POST', '/api/auth/register-company-admin', {
      body: { companyName: 'Copy', email: owner.email, password: owner.password, companyId: owner.companyId },
    });
    if (body['companyId'] === owner.companyId) throw new Error('registration joined an existing company');
  },
  login: async ({ service, owner, stranger }) => {
    expectAnswer(await login(service, stranger, owner.companyId), 401);
  },
  refresh: async ({ service, owner, stranger }) => {
    const { body } = await service.call('POST', '/api/auth/refresh', { token: stranger.refreshToken });
    const [, claims = ''] = String(body['accessToken']).split('.');
    const { companyId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { companyId: string };
    expectEqual(companyId, stranger.companyId);
    expectAnswer(await assess(service, owner), 200);
  },
  logout: async ({ service, owner, stranger }) => {
    expectAnswer(await service.call('POST', '/api/auth/logout', { token: stranger.token }), 200);
    expectAnswer(await assess(service, owner), 200);
  },
  regenerateWebhookSecret: async ({ service, owner, stranger }) => {
    await service.call('POST', '/api/auth/webhook-secret/regenerate', {
      token: stranger.token,
      body: { companyId: owner.companyId },
    });
    expectAnswer(await ingest(service, owner), 200);
  },
  webhookSecretStatus: async ({ service, owner, stranger }) => {
    const { body } = await service.call('POST', '/api/auth/webhook-secret/status', {
      token: stranger.token,
      body: { companyId: owner.companyId },
    });
    expectEqual(body['companyId'], stranger.companyId);
  },
};
