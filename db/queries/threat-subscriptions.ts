import type { ThreatEventType, ThreatSubscriptionStatus } from '../../engine/vocabulary.ts';
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
 * Counts the company's subscriptions, disabled ones too, and lets nobody add one before the end of the transaction.
 * Rows that refer to the company can be written meanwhile.
 */
export async function lockThreatSubscriptionCount(transaction: Connection, companyId: string): Promise<number> {
  await transaction('companies').select('id').where({ id: companyId }).forNoKeyUpdate();
  // A statement of its own: under the lock it sees what was added before.
  return countThreatSubscriptions(transaction, companyId);
}

export async function countThreatSubscriptions(connection: Connection, companyId: string): Promise<number> {
  const rows = await connection('threat_subscriptions')
    .where({ company_id: companyId })
    .count<{ count: string }[]>({ count: '*' });
  return Number(rows[0]?.count);
}

export interface ThreatSubscription {
  id: string;
  url: string;
  description: string | null;
  /** Empty: all. */
  eventTypes: ThreatEventType[];
  status: ThreatSubscriptionStatus;
  disabledAt: Date | null;
  disabledReason: string | null;
  secretCiphertext: string;
  createdAt: Date;
}

export async function findThreatSubscription(
  connection: Connection,
  companyId: string,
  subscriptionId: string,
): Promise<ThreatSubscription | undefined> {
  return connection('threat_subscriptions')
    .select<ThreatSubscription[]>({
      id: 'id',
      url: 'url',
      description: 'description',
      eventTypes: 'event_types',
      status: 'status',
      disabledAt: 'disabled_at',
      disabledReason: 'disabled_reason',
      secretCiphertext: 'secret_ciphertext',
      createdAt: 'created_at',
    })
    .where({ company_id: companyId, id: subscriptionId })
    .first();
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
