import { entryOf, fieldsOf, periodOf, secondsOf, textOf, type Fields } from './read-payload.ts';
import type { Standing, SubscriptionChange, Translation } from './subscription-change.ts';

/** By event. `pending` tries the payment again; while `paused` nothing is charged, and what was paid for runs on. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  'subscription.authenticated': 'noted',
  'subscription.activated': 'active',
  'subscription.charged': 'active',
  'subscription.resumed': 'active',
  'subscription.pending': 'noted',
  'subscription.paused': 'noted',
  'subscription.halted': 'suspended',
  'subscription.cancelled': 'ended',
  'subscription.completed': 'ended',
};

/** By status, for the event that only says that something changed. */
const STANDINGS_OF_UPDATED: Readonly<Record<string, Standing>> = {
  active: 'active',
  halted: 'suspended',
  cancelled: 'ended',
  completed: 'ended',
  expired: 'ended',
};

/**
 * What an event of Razorpay says; its `created_at` is in Unix seconds. It has no id in the body: that is the header
 * `x-razorpay-event-id`.
 */
export function translateRazorpay(payload: unknown): Translation {
  const { event, created_at: createdAt, payload: parts } = fieldsOf(payload);
  const subscription = fieldsOf(fieldsOf(fieldsOf(parts)['subscription'])['entity']);
  const standing = standingOf(event, subscription);
  if (!standing) return { ignored: 'not a kind of event that changes subscriptions' };
  const providerSubscriptionId = textOf(subscription['id']);
  if (!providerSubscriptionId) return { ignored: 'of no subscription' };
  const occurredAt = secondsOf(createdAt);
  if (!occurredAt) return { ignored: 'without a time' };
  const change = { providerSubscriptionId, occurredAt, standing, ...readSubscription(subscription, standing) };
  if (standing === 'active' && !change.period) return { ignored: 'active without a period' };
  return { change };
}

function standingOf(event: unknown, subscription: Fields): Standing | undefined {
  if (event !== 'subscription.updated') return entryOf(STANDINGS, event);
  return entryOf(STANDINGS_OF_UPDATED, subscription['status']) ?? 'noted';
}

function readSubscription(subscription: Fields, standing: Standing): Partial<SubscriptionChange> {
  const customerId = textOf(subscription['customer_id']);
  const period = periodOf(secondsOf(subscription['current_start']), secondsOf(subscription['current_end']));
  if (standing === 'active') return { customerId, period };
  if (standing !== 'ended') return { customerId };
  const endsAt = secondsOf(subscription['ended_at']);
  // It is completed with its last charge, and what that one paid for is still to come.
  const runsOn = subscription['status'] === 'completed' && period && !(endsAt && endsAt >= period.end);
  return runsOn ? { customerId, period, endsAt: period.end, cancelAtPeriodEnd: true } : { customerId, endsAt };
}
