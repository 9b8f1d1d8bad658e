import type { Connection } from '../connect.ts';
import { Subscription } from '../models/subscription.ts';

/** A subscription with all that notifications of its provider may change. */
export type SubscriptionRow = Pick<
  Subscription,
  | 'id'
  | 'status'
  | 'provider'
  | 'providerSubscriptionId'
  | 'providerCustomerId'
  | 'startsAt'
  | 'endsAt'
  | 'cancelAtPeriodEnd'
  | 'createdAt'
>;

export interface ProviderSubscription {
  provider: string;
  providerSubscriptionId: string;
}

/** The company that has this subscription of a provider. No tenant is known before: the notification has none. */
export async function findSubscriber(
  connection: Connection,
  { provider, providerSubscriptionId }: ProviderSubscription,
): Promise<string | undefined> {
  const row = await Subscription.query(connection)
    .select('company_id')
    .findOne({ provider, provider_subscription_id: providerSubscriptionId });
  return row?.companyId;
}

/** All subscriptions of a company, locked until the transaction ends. */
export async function lockSubscriptions(connection: Connection, companyId: string): Promise<SubscriptionRow[]> {
  return Subscription.query(connection).where({ company_id: companyId }).orderBy('id').forUpdate();
}

/** Stores what became of a subscription of the company. */
export async function updateSubscription(
  connection: Connection,
  companyId: string,
  { id, ...row }: SubscriptionRow,
): Promise<void> {
  const { status, providerSubscriptionId, providerCustomerId, startsAt, endsAt, cancelAtPeriodEnd } = row;
  await Subscription.query(connection)
    .where({ company_id: companyId, id })
    .patch({ status, providerSubscriptionId, providerCustomerId, startsAt, endsAt, cancelAtPeriodEnd });
}

/**
 * Marks up to `limit` active subscriptions that are past their end as expired, of any company. One whose renewal is being
 * stored at this moment is left alone.
 *
 * @returns how many were marked
 */
export async function expireOverdueSubscriptions(connection: Connection, now: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `with overdue as materialized (
       select company_id, id from subscriptions where status = 'active' and ends_at <= :now
       order by ends_at limit :limit for update skip locked
     )
     update subscriptions s set status = 'expired'
     from overdue where s.company_id = overdue.company_id and s.id = overdue.id`,
    { now, limit },
  );
  return rowCount;
}
