import { renewConsole, signInToConsole, signOutOfConsole } from '../support/console.ts';
import { assess, ingest, type Service, type Tenant } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

const login = (service: Service, { email, password }: Tenant, companyId: string) =>
  service.call('POST', '/api/auth/login', { body: { companyId, email, password } });

/** The cookie of one company's session, made to name another company. */
const moveCookie = (cookie: string, { companyId }: Tenant): string => cookie.replace(/[^=.]+\./, `${companyId}.`);

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
  createConsoleSession: async ({ service, owner, stranger }) => {
    const { answer } = await signInToConsole(service, { ...stranger, companyId: owner.companyId });
    expectAnswer(answer, 401);
  },
  renewConsoleSession: async ({ service, owner, stranger }) => {
    const { cookie } = await signInToConsole(service, stranger);
    expectAnswer(await renewConsole(service, moveCookie(cookie, owner)), 401);
    expectEqual((await renewConsole(service, cookie)).body['companyId'], stranger.companyId);
  },
  deleteConsoleSession: async ({ service, owner, stranger }) => {
    const [mine, theirs] = [await signInToConsole(service, stranger), await signInToConsole(service, owner)];
    expectAnswer(await signOutOfConsole(service, moveCookie(mine.cookie, owner)), 200);
    expectAnswer(await signOutOfConsole(service, moveCookie(theirs.cookie, stranger)), 200);
    expectAnswer(await renewConsole(service, theirs.cookie), 200);
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
