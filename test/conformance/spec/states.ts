import type { EventType, PolicyMode, ReviewStatus, SubscriptionStatus } from '../../../engine/vocabulary.ts';

/** Section 3.1: the moves of the table, in its order, with what else must be true afterwards. */
export const REVIEW_MOVES: readonly { from: ReviewStatus; to: ReviewStatus; closes: boolean }[] = [
  { from: 'open', to: 'in_review', closes: false },
  { from: 'in_review', to: 'escalated', closes: false },
  { from: 'escalated', to: 'confirmed_fraud', closes: true },
  { from: 'escalated', to: 'false_positive', closes: true },
  { from: 'escalated', to: 'closed', closes: true },
  { from: 'escalated', to: 'resolved', closes: true },
];

/** Section 3.2. */
export const SUBSCRIPTION_STATES: readonly SubscriptionStatus[] = ['pending', 'active', 'expired'];

/** Section 3.3. */
export const POLICY_STATES: readonly PolicyMode[] = ['hybrid', 'advisory', 'shadow'];

/** Section 6.1: every event type with the metadata keys that the spec shows. */
export const EVENTS: readonly { eventType: EventType; metadata: Record<string, unknown>; payment?: true }[] = [
  {
    eventType: 'user_created',
    metadata: {
      email: 'eve@example.com',
      phone: '+14155550100',
      deviceId: 'device-1',
      ipAddress: '203.0.113.7',
      signupChannel: 'web',
      accountStatus: 'active',
      marketingOptIn: true,
    },
  },
  {
    eventType: 'login_event',
    metadata: {
      email: 'eve@example.com',
      deviceId: 'device-1',
      ipAddress: '203.0.113.7',
      loginOutcome: 'failed',
      failureReason: 'wrong password',
      sessionId: 'session-1',
    },
  },
  {
    eventType: 'order_created',
    metadata: {
      orderId: 'order-1',
      email: 'eve@example.com',
      ipAddress: '203.0.113.7',
      deviceId: 'device-1',
      amountMinor: 4_900,
      currency: 'USD',
      itemsCount: 2,
    },
  },
  {
    eventType: 'order_canceled',
    metadata: {
      orderId: 'order-1',
      cancelReason: 'changed mind',
      email: 'eve@example.com',
      ipAddress: '203.0.113.7',
      deviceId: 'device-1',
    },
  },
  ...(['payment_failed', 'payment_succeeded'] as const).map((eventType) => ({
    eventType,
    payment: true as const,
    metadata: {
      orderId: 'order-1',
      email: 'eve@example.com',
      ipAddress: '203.0.113.7',
      deviceId: 'device-1',
      attemptLabel: 'first',
    },
  })),
  // The keys of these are not shown.
  ...(
    ['payment_captured', 'refund_requested', 'refund_completed', 'dispute_opened', 'chargeback_received'] as const
  ).map((eventType) => ({ eventType, payment: true as const, metadata: {} })),
];
