import { anEvent } from '../support/service.ts';
import type { ValidBodies } from './bodies.ts';

export const threatIntelBodies: ValidBodies = {
  createThreatSubscription: () => ({
    url: 'http://127.0.0.1:9/hook',
    description: 'SIEM',
    eventTypes: ['threat.indicator.created'],
  }),
  verifyIngest: (tenant) => anEvent(tenant, { metadata: { orderId: 'o', email: 'a@example.com' } }),
};
