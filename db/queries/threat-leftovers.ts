import type { Connection } from '../connect.ts';
import type { SubscriptionKey } from './threat-events.ts';

/**
 * Subscriptions with a delivery that could have been attempted since before a moment, of any company: a signal was lost.
 * Goes from one subscription to the next, so that no backlog of one hides the others.
 */
export async function listSubscriptionsWithDueDeliveries(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<SubscriptionKey[]> {
  const { rows } = await connection.raw<{ rows: SubscriptionKey[] }>(
    `with recursive subscription as (
       (select company_id, subscription_id from threat_deliveries where status = 'pending'
        order by company_id, subscription_id limit 1)
       union all
       select next.company_id, next.subscription_id from subscription cross join lateral (
         select company_id, subscription_id from threat_deliveries delivery where status = 'pending'
           and (delivery.company_id, delivery.subscription_id) > (subscription.company_id, subscription.subscription_id)
         order by company_id, subscription_id limit 1) next
     )
     select company_id as "companyId", subscription_id as "subscriptionId" from subscription
     where exists (select 1 from threat_deliveries delivery
       where delivery.company_id = subscription.company_id and delivery.subscription_id = subscription.subscription_id
         and status = 'pending' and next_attempt_at < :before
         and (claimed_until is null or claimed_until < :before))
     limit :limit`,
    { before, limit },
  );
  return rows;
}

/** Deletes up to `limit` deliveries that were settled before a moment, of any company, with their logs. */
export async function deleteSettledThreatDeliveries(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from threat_deliveries where ctid in
       (select ctid from threat_deliveries where status <> 'pending' and completed_at < ? limit ?)`,
    [before, limit],
  );
  return rowCount;
}
