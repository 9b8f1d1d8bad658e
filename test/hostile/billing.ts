import { randomUUID } from 'node:crypto';
import type { ValidBodies } from './bodies.ts';

export const billingBodies: ValidBodies = {
  createSubscription: () => ({ planCode: 'growth' }),
  receiveBillingNotification: () => ({
    id: randomUUID(),
    type: 'subscription.activated',
    occurredAt: '2026-11-01T00:00:00.000Z',
    subscription: {
      id: 'sandbox_sub_unknown',
      customerId: 'c',
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-01T00:00:00.000Z',
    },
  }),
};
