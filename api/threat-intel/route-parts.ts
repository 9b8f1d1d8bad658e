import Type from 'typebox';
import { uuid } from '../http/schema.ts';

/** What all routes of the feature have in common (spec section 4.7). */
export const threatIntel = {
  tag: 'Threat intelligence',
  access: { kind: 'bearer', role: 'admin', permission: 'threat-intel:manage', feature: 'threat_intel' },
} as const;

export const SUBSCRIPTIONS_PATH = '/threat-intel/subscriptions';

export const SubscriptionParams = Type.Object({ subscriptionId: uuid() });
export const DeliveryParams = Type.Object({ subscriptionId: uuid(), deliveryId: uuid() });
