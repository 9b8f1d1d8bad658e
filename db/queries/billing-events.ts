import type { Connection } from '../connect.ts';
import type { ProviderSubscription } from './subscription-moves.ts';

/* Notifications of billing providers. They belong to no tenant until they are matched with a subscription. */

export interface BillingEventKey {
  provider: string;
  /** The provider's own id of the notification. */
  eventId: string;
}

export interface NewBillingEvent extends BillingEventKey {
  /** As received, its signature checked. */
  payload: unknown;
  receivedAt: Date;
}

export interface PendingBillingEvent {
  payload: unknown;
  receivedAt: Date;
}

export interface BillingEvent extends BillingEventKey, ProviderSubscription {
  payload: unknown;
}

/**
 * Stores a notification once. After the commit the caller signals `billing-webhook`.
 *
 * @returns false when it was delivered before
 */
export async function insertBillingEvent(
  connection: Connection,
  { provider, eventId, payload, receivedAt }: NewBillingEvent,
): Promise<boolean> {
  const rows: unknown[] = await connection('billing_events')
    .insert({
      provider,
      provider_event_id: eventId,
      payload: JSON.stringify(payload),
      received_at: receivedAt,
      next_attempt_at: receivedAt,
    })
    .onConflict()
    .ignore()
    .returning('provider_event_id');
  return rows.length === 1;
}

/** A notification that is not settled. */
export async function findPendingBillingEvent(
  connection: Connection,
  key: BillingEventKey,
): Promise<PendingBillingEvent | undefined> {
  return connection('billing_events')
    .select<PendingBillingEvent[]>('payload', 'received_at as receivedAt')
    .where(whereKey(key))
    .whereNull('settled_at')
    .first();
}

/** Keeps what a notification is about, by which the notifications of one subscription are found together. */
export async function describeBillingEvent(
  connection: Connection,
  key: BillingEventKey,
  { type, providerSubscriptionId, occurredAt }: { type?: string; providerSubscriptionId: string; occurredAt: Date },
): Promise<void> {
  await connection('billing_events')
    .where(whereKey(key))
    .update({ type, provider_subscription_id: providerSubscriptionId, occurred_at: occurredAt });
}

/** All notifications of some subscriptions, settled or not, in the order of what happened. */
export async function listEventsOfSubscriptions(
  connection: Connection,
  subscriptions: readonly ProviderSubscription[],
): Promise<BillingEvent[]> {
  const keys = subscriptions.map(({ provider, providerSubscriptionId }) => [provider, providerSubscriptionId]);
  return connection('billing_events')
    .select('provider', 'provider_event_id as eventId', 'provider_subscription_id as providerSubscriptionId', 'payload')
    .whereIn(['provider', 'provider_subscription_id'], keys)
    .orderBy(['provider', 'provider_subscription_id', 'occurred_at', 'provider_event_id']);
}

/** Marks exactly these notifications as applied: one that came since has yet to be looked at. */
export async function markEventsApplied(
  connection: Connection,
  events: readonly BillingEventKey[],
  now: Date,
): Promise<void> {
  await connection('billing_events')
    .whereIn(
      ['provider', 'provider_event_id'],
      events.map(({ provider, eventId }) => [provider, eventId]),
    )
    .whereRaw("result is distinct from 'applied'")
    .update({ result: 'applied', reason: null, settled_at: now });
}

interface Dismissal {
  type?: string;
  result: 'ignored' | 'given_up';
  reason: string;
  now: Date;
}

/** Settles a notification without effect. */
export async function dismissBillingEvent(
  connection: Connection,
  key: BillingEventKey,
  { type, result, reason, now }: Dismissal,
): Promise<void> {
  await connection('billing_events')
    .where(whereKey(key))
    .whereNull('settled_at')
    .update({ result, reason, settled_at: now, ...(type !== undefined && { type }) });
}

/** Leaves a notification whose subscription is not known for later. */
export async function postponeBillingEvent(
  connection: Connection,
  key: BillingEventKey,
  { reason, nextAttemptAt }: { reason: string; nextAttemptAt: Date },
): Promise<void> {
  await connection('billing_events')
    .where(whereKey(key))
    .whereNull('settled_at')
    .update({ reason, next_attempt_at: nextAttemptAt });
}

/** Notifications that could have been applied since before a moment, longest waiting first: a signal was lost. */
export async function listUnappliedBillingEvents(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<BillingEventKey[]> {
  return connection('billing_events')
    .select('provider', 'provider_event_id as eventId')
    .whereNull('settled_at')
    .where('next_attempt_at', '<', before)
    .orderBy('next_attempt_at')
    .limit(limit);
}

function whereKey({ provider, eventId }: BillingEventKey): { provider: string; provider_event_id: string } {
  return { provider, provider_event_id: eventId };
}
