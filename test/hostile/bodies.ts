import { aTransaction, anEvent, type Tenant } from '../support/service.ts';

/** A body of a route that is valid but for what a test does to it. */
export type ValidBodies = Record<string, (tenant: Tenant) => Record<string, unknown>>;

/** By route name: one row for every route that takes a body. */
export const authBodies: ValidBodies = {
  login: ({ companyId }) => ({ companyId, email: 'nobody@example.com', password: 'wrong password' }),
  createConsoleSession: ({ companyId }) => ({ companyId, email: 'nobody@example.com', password: 'wrong password' }),
  registerCompanyAdmin: () => ({
    companyName: 'Shop',
    email: 'a@example.com',
    password: 'correct horse battery',
    fullName: 'Ada',
  }),
};

export const riskEngineBodies: ValidBodies = {
  assessTransaction: () =>
    aTransaction({
      email: 'a@example.com',
      ipAddress: '::1',
      deviceFingerprint: 'd',
      metadata: {},
      cardDetails: { bin: '4' },
      ipGeo: { lat: 1 },
    }),
  ingestEvent: (tenant) =>
    anEvent(tenant, {
      eventType: 'payment_failed',
      metadata: {
        orderId: 'o',
        email: 'a@example.com',
        ipAddress: '::1',
        deviceId: 'd',
        phone: '1',
        amountMinor: 1,
        currency: 'USD',
      },
      paymentDetails: {
        fingerprint: 'p',
        gatewayPaymentId: 'g',
        amountMinor: 1,
        currency: 'USD',
        cardBin: '4',
        cardLast4: '1',
        attemptCount: 1,
      },
    }),
  submitFeedback: () => ({ assessmentId: '01900000-0000-7000-8000-000000000001', outcome: 'approved' }),
};
