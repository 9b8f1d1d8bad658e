import { randomUUID } from 'node:crypto';
import { signSandbox } from '../support/checkout.ts';
import { addAnalyst } from '../support/members.ts';
import { anEvent, aTransaction, signHeaders, type Answer, type Service, type Tenant } from '../support/service.ts';

const ADDRESS = { country: 'US', postalCode: '94107', city: 'San Francisco' };
const CONTEXT = {
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  cardDetails: { bin: '411111', last4: '1111', network: 'visa', issuingCountry: 'US', cardType: 'credit' },
  deviceMeta: { os: 'iOS 19', browser: 'Safari', language: 'en-US', timezone: 'America/Los_Angeles' },
  ipGeo: { country: 'US', region: 'CA', city: 'San Francisco', lat: 37.77, lon: -122.42 },
};

/** An assessment request with every field of sections 2.5 and 2.9. */
export const fullTransaction = (): Record<string, unknown> =>
  aTransaction({
    email: 'eve@example.com',
    ipAddress: '203.0.113.7',
    deviceFingerprint: 'device-1',
    phoneNumber: '+14155550100',
    paymentMethodHash: 'pm-1',
    shippingAddressHash: 'address-1',
    scoringProfile: 'default',
    metadata: { cart: ['shoes'] },
    ...CONTEXT,
  });

/** An event with every field of sections 2.6, 2.8 and 2.9. */
export const fullEvent = (tenant: Pick<Tenant, 'companyId'>): Record<string, unknown> =>
  anEvent(tenant, {
    eventType: 'payment_failed',
    metadata: { orderId: 'order-1', email: 'eve@example.com', ipAddress: '203.0.113.7', deviceId: 'device-1' },
    paymentDetails: {
      methodType: 'card',
      provider: 'psp',
      fingerprint: 'pm-1',
      gatewayPaymentId: 'pay-1',
      amountMinor: 4_900,
      currency: 'USD',
      cardLast4: '1111',
      cardBin: '411111',
      cardNetwork: 'visa',
      issuer: 'Example Bank',
      country: 'US',
      walletId: 'wallet-1',
      upiVpa: 'eve@bank',
      authStatus: 'declined',
      captureStatus: 'none',
      failureCode: 'card_declined',
      failureCategory: 'issuer',
      attemptCount: 1,
      threeDsResult: 'authenticated',
    },
    ...CONTEXT,
  });

/** One company that has used every endpoint of section 4 once. */
export interface Journey {
  tenant: Tenant;
  analyst: { token: string };
  /** Answers by `METHOD /path` as in the table of routes. */
  answers: ReadonlyMap<string, Answer>;
  /** Values for the parameters of paths. */
  params: Record<string, string>;
}

/** Calls every endpoint of the spec with real HTTP, as its users would. */
export async function runJourney(service: Service): Promise<Journey> {
  const answers = new Map<string, Answer>();
  const params: Record<string, string> = { provider: 'sandbox' };
  const call = async (method: string, path: string, token?: string, body?: unknown, headers = {}) => {
    const filled = fillPath(path, params);
    const answer = await service.call(method, `/api${filled}`, { ...(token && { token }), body, headers });
    answers.set(`${method} ${path}`, answer);
    return answer.body;
  };

  const email = `admin-${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const { companyId } = await call('POST', '/auth/register-company-admin', undefined, {
    companyName: 'Example Shop',
    email,
    password,
  });
  const credentials = { companyId, email, password };
  const { refreshToken } = await call('POST', '/auth/login', undefined, credentials);
  const { accessToken: token } = (await call('POST', '/auth/refresh', String(refreshToken))) as { accessToken: string };
  const { body: other } = await service.call('POST', '/api/auth/login', { body: credentials });
  await call('POST', '/auth/logout', String(other['accessToken']));
  const { webhookSigningSecret } = await call('POST', '/auth/webhook-secret/regenerate', token);
  await call('POST', '/auth/webhook-secret/status', token);
  const secret = String(webhookSigningSecret);
  const tenant: Tenant = {
    companyId: String(companyId),
    email,
    password,
    token,
    refreshToken: String(refreshToken),
    secret,
  };
  const analyst = await addAnalyst(service, tenant);

  const event = JSON.stringify(fullEvent(tenant));
  await call('POST', '/events/ingest', undefined, event, signHeaders(secret, event));
  const { assessmentId } = await call('POST', '/risk-engine/assess', token, fullTransaction());
  Object.assign(params, { assessmentId, evaluationId: assessmentId });
  await call('POST', '/risk-engine/feedback', token, { assessmentId, outcome: 'approved' });
  await call('GET', '/risk-engine/evaluations', analyst.token);
  await call('GET', '/risk-engine/evaluations/:evaluationId', analyst.token);
  for (const figure of ['summary', 'time-series', 'score-distribution', 'reason-codes', 'recent-blocks']) {
    await call('GET', `/risk-engine/analytics/${figure}`, analyst.token);
  }
  await call('GET', '/risk-engine/policy', token);
  await call('PUT', '/risk-engine/policy', token, { thresholds: { review: 45 } });

  const { id: reviewId } = await call('POST', '/reviews', analyst.token, { assessmentId, analystNote: 'looks odd' });
  Object.assign(params, { id: reviewId });
  await call('PATCH', '/reviews/status', analyst.token, { reviewId, status: 'in_review' });
  await call('GET', '/reviews', analyst.token);
  await call('GET', '/reviews/:id', analyst.token);
  await call('GET', '/graph/explore/:assessmentId', analyst.token);

  const { id: subscriptionId } = await call('POST', '/threat-intel/subscriptions', token, {
    url: 'http://127.0.0.1:9/hook',
  });
  Object.assign(params, { subscriptionId });
  await call('GET', '/threat-intel/subscriptions', token);
  await call('DELETE', '/threat-intel/subscriptions/:subscriptionId', token);
  await call('GET', '/audit-logs', token);

  await call('GET', '/plans');
  await call('GET', '/subscriptions/me', token);
  await call('GET', '/subscriptions/me/usage', token);
  const { subscription } = await call('POST', '/billing/:provider/subscriptions', token, { planCode: 'growth' });
  const notification = JSON.stringify({
    id: randomUUID(),
    type: 'subscription.activated',
    occurredAt: new Date().toISOString(),
    subscription: { id: (subscription as { providerSubscriptionId: string }).providerSubscriptionId },
  });
  await call('POST', '/billing/:provider/webhook', undefined, notification, signSandbox(notification));
  return { tenant, analyst, answers, params };
}

/** Puts real ids in the place of a path's parameters. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? name));
}
