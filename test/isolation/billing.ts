import { readMine, signSandbox, subscribe, visit } from '../support/checkout.ts';
import { ingest } from '../support/service.ts';
import { expectAnswer, expectEqual, type IsolationCases } from './attempt.ts';

export const billingCases: IsolationCases = {
  listPlans: async ({ service, stranger }) => {
    const { body } = await service.call('GET', '/api/plans', { token: stranger.token });
    expectEqual(JSON.stringify(body), JSON.stringify((await service.call('GET', '/api/plans')).body));
  },
  getMySubscription: async ({ service, owner, stranger }) => {
    const { body } = await readMine(service, stranger);
    expectEqual(body['companyId'], stranger.companyId);
    if (body['id'] === (await readMine(service, owner)).body['id'])
      throw new Error('one subscription of two companies');
  },
  getMyUsage: async ({ service, owner, stranger }) => {
    await ingest(service, owner);
    const { body } = await service.call('GET', '/api/subscriptions/me/usage', { token: stranger.token });
    const [record] = body['data'] as Record<string, unknown>[];
    expectEqual(record?.['companyId'], stranger.companyId);
    expectEqual(record?.['used'], 0);
  },
  createSubscription: async ({ service, owner, stranger }) => {
    const first = await subscribe(service, owner, 'growth');
    const second = await subscribe(service, stranger, 'growth');
    const subscription = second.body['subscription'] as Record<string, unknown>;
    expectEqual(subscription['companyId'], stranger.companyId);
    if (first.body['shortUrl'] === second.body['shortUrl']) throw new Error('one checkout of two companies');
    // The token of one checkout does not open another one.
    const url = String(first.body['shortUrl']).replace(/\?.*/, new URL(String(second.body['shortUrl'])).search);
    expectEqual((await visit(service, url)).status, 404);
  },
  receiveBillingNotification: async ({ service, stranger }) => {
    const body = '{"id":"evt"}';
    const headers = { 'x-sandbox-signature': signSandbox(`${body} `)['x-sandbox-signature'] ?? '' };
    const { token } = stranger;
    expectAnswer(await service.call('POST', '/api/billing/sandbox/webhook', { body, headers, token }), 401);
  },
};
