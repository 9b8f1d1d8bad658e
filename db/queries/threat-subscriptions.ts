import type { Connection } from '../connect.ts';

export interface NewThreatSubscription {
  id: string;
  url: string;
  description: string | null;
  /** Empty: all. */
  eventTypes: readonly string[];
  /** The signing secret, sealed with this id as its owner. */
  secretCiphertext: string;
  createdBy?: string;
  createdAt: Date;
}

/** Stores an active subscription; threats dispatched from now on are announced to it. */
export async function insertThreatSubscription(
  connection: Connection,
  companyId: string,
  subscription: NewThreatSubscription,
): Promise<void> {
  await connection('threat_subscriptions').insert({
    company_id: companyId,
    id: subscription.id,
    url: subscription.url,
    description: subscription.description,
    event_types: [...subscription.eventTypes],
    status: 'active',
    secret_ciphertext: subscription.secretCiphertext,
    created_by: subscription.createdBy ?? null,
    created_at: subscription.createdAt,
    updated_at: subscription.createdAt,
  });
}

/**
 * Forgets a subscription with its secret. After the commit the caller signals `threat-webhook-delivery`, which cancels
 * the deliveries that are left.
 *
 * @returns false when the company has no such subscription
 */
export async function deleteThreatSubscription(
  connection: Connection,
  companyId: string,
  subscriptionId: string,
): Promise<boolean> {
  const deleted = await connection('threat_subscriptions')
    .where({ company_id: companyId, id: subscriptionId })
    .delete();
  return deleted > 0;
}

/** Sends nothing more to a subscription; the reason is for its owner. */
export async function disableThreatSubscription(
  connection: Connection,
  companyId: string,
  { subscriptionId, reason, now }: { subscriptionId: string; reason: string; now: Date },
): Promise<void> {
  await connection('threat_subscriptions')
    .where({ company_id: companyId, id: subscriptionId, status: 'active' })
    .update({ status: 'disabled', disabled_at: now, disabled_reason: reason, updated_at: now });
}

/** What it takes to send to a subscription. */
export interface ThreatTarget {
  url: string;
  secretCiphertext: string;
}

/**
 * Locks an active subscription for the rest of the transaction: claims of one subscription go one after the other.
 *
 * @returns undefined when it is disabled or deleted
 */
export async function lockThreatTarget(
  transaction: Connection,
  companyId: string,
  subscriptionId: string,
): Promise<ThreatTarget | undefined> {
  return transaction('threat_subscriptions')
    .select<ThreatTarget[]>('url', 'secret_ciphertext as secretCiphertext')
    .where({ company_id: companyId, id: subscriptionId, status: 'active' })
    .forUpdate()
    .first();
}
