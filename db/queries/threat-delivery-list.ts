import type { ThreatDeliveryStatus } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';

/** Attempts shown with a delivery: all of one round. */
export const SHOWN_ATTEMPTS = 8;

export interface ListedDelivery {
  id: string;
  eventId: string;
  status: ThreatDeliveryStatus;
  /** Attempts since it was created, or since it was last asked for again. */
  attempts: number;
  lastAttemptAt: Date | null;
  lastStatusCode: number | null;
  lastError: string | null;
  nextAttemptAt: Date;
  createdAt: Date;
  completedAt: Date | null;
  /** The latest ones, newest first. */
  recentAttempts: ListedAttempt[];
}

export interface ListedAttempt {
  /** ISO 8601, with the offset of the database session. */
  startedAt: string;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
}

interface DeliveryFilter {
  subscriptionId: string;
  /** All unless told otherwise. */
  status: ThreatDeliveryStatus | undefined;
}

/** Adds the latest attempts to some rows of deliveries. */
const withAttempts = (deliveries: string) => `
  select delivery.id, delivery.event_id as "eventId", delivery.status, delivery.attempts,
    delivery.last_attempt_at as "lastAttemptAt", delivery.last_status_code as "lastStatusCode",
    delivery.last_error as "lastError", delivery.next_attempt_at as "nextAttemptAt",
    delivery.created_at as "createdAt", delivery.completed_at as "completedAt", log.attempts as "recentAttempts"
  from (${deliveries}) delivery
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('startedAt', started_at, 'durationMs', duration_ms,
      'statusCode', status_code, 'error', error, 'responseBody', response_body) order by id desc), '[]') as attempts
    from (
      select * from threat_delivery_attempts
      where company_id = delivery.company_id and delivery_id = delivery.id
      order by id desc limit ${SHOWN_ATTEMPTS}
    ) attempt
  ) log
  order by delivery.event_id desc`;

/** One page of the deliveries of a subscription, those of the newest threats first, with their latest attempts. */
export async function listThreatDeliveries(
  connection: Connection,
  companyId: string,
  { subscriptionId, status, limit, offset }: DeliveryFilter & { limit: number; offset: number },
): Promise<ListedDelivery[]> {
  const page = `
    select * from threat_deliveries
    where company_id = :companyId and subscription_id = :subscriptionId ${status ? 'and status = :status' : ''}
    order by event_id desc limit :limit offset :offset`;
  const parameters = { companyId, subscriptionId, limit, offset, ...(status && { status }) };
  const { rows } = await connection.raw<{ rows: ListedDelivery[] }>(withAttempts(page), parameters);
  return rows;
}

/** Settled deliveries are deleted after 90 days, so that this does not grow without end. */
export async function countThreatDeliveries(
  connection: Connection,
  companyId: string,
  { subscriptionId, status }: DeliveryFilter,
): Promise<number> {
  const rows = await connection('threat_deliveries')
    .where({ company_id: companyId, subscription_id: subscriptionId, ...(status && { status }) })
    .count<{ count: string }[]>({ count: '*' });
  return Number(rows[0]?.count);
}

export async function findThreatDelivery(
  connection: Connection,
  companyId: string,
  { subscriptionId, deliveryId }: { subscriptionId: string; deliveryId: string },
): Promise<ListedDelivery | undefined> {
  const { rows } = await connection.raw<{ rows: ListedDelivery[] }>(
    withAttempts(
      'select * from threat_deliveries where company_id = ? and subscription_id = ? and id = cast(? as uuid)',
    ),
    [companyId, subscriptionId, deliveryId],
  );
  return rows[0];
}
