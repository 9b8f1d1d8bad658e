import type { Connection } from '../connect.ts';
import type { ThreatSubscription } from './threat-subscriptions.ts';

/** Deliveries that are looked at for a rate, and up to which waiting ones are counted: health costs the same for all. */
export const HEALTH_SAMPLE = 1_000;

/** How the deliveries of one subscription are going. */
export interface DeliveryHealth {
  /** When the latest attempt was made. */
  lastDeliveryAt: Date | null;
  lastStatusCode: number | null;
  /** Why the latest attempt did not deliver; null when it did, or when there was none. */
  lastError: string | null;
  /** Deliveries with an attempt since the moment asked for, the latest thousand of them. */
  attempted: number;
  /** Those whose latest attempt delivered. */
  delivered: number;
  /** Those that wait to be made, up to a thousand. */
  pending: number;
}

export type SubscriptionWithHealth = Omit<ThreatSubscription, 'secretCiphertext'> & DeliveryHealth;

interface HealthRequest {
  /** Attempts since then make the rate. */
  since: Date;
  limit: number;
  offset: number;
}

const OWN = 'company_id = subscription.company_id and subscription_id = subscription.id';

const LIST = `
  select subscription.id, subscription.url, subscription.description, subscription.event_types as "eventTypes",
    subscription.status, subscription.disabled_at as "disabledAt", subscription.disabled_reason as "disabledReason",
    subscription.created_at as "createdAt", latest.last_attempt_at as "lastDeliveryAt",
    latest.last_status_code as "lastStatusCode", latest.last_error as "lastError",
    recent.attempted, recent.delivered, waiting.pending
  from (
    select * from threat_subscriptions where company_id = :companyId
    order by created_at desc, id desc limit :limit offset :offset
  ) subscription
  left join lateral (
    select last_attempt_at, last_status_code, last_error from threat_deliveries
    where ${OWN} and last_attempt_at is not null
    order by last_attempt_at desc limit 1
  ) latest on true
  cross join lateral (
    select cast(count(*) as int) as attempted, cast(count(*) filter (where last_error is null) as int) as delivered
    from (
      select last_error from threat_deliveries
      where ${OWN} and last_attempt_at >= :since
      order by last_attempt_at desc limit ${HEALTH_SAMPLE}
    ) attempt
  ) recent
  cross join lateral (
    select cast(count(*) as int) as pending from (
      select from threat_deliveries where ${OWN} and status = 'pending' limit ${HEALTH_SAMPLE}
    ) delivery
  ) waiting
  order by subscription.created_at desc, subscription.id desc`;

/** One page of the company's subscriptions, newest first, each with its health: one statement with bounded work. */
export async function listThreatSubscriptions(
  connection: Connection,
  companyId: string,
  { since, limit, offset }: HealthRequest,
): Promise<SubscriptionWithHealth[]> {
  const { rows } = await connection.raw<{ rows: SubscriptionWithHealth[] }>(LIST, { companyId, since, limit, offset });
  return rows;
}
