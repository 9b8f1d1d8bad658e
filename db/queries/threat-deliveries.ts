import type { Connection } from '../connect.ts';
import { disableThreatSubscription, lockThreatTarget, type ThreatTarget } from './threat-subscriptions.ts';

/** Attempts of one subscription that may be under way at any moment, over all workers. */
export const ATTEMPTS_AT_ONCE = 4;

/** A delivery one worker may attempt until its lease ends. */
export interface ClaimedDelivery {
  id: string;
  /** Attempts made before. */
  attempts: number;
  leaseUntil: Date;
  indicatorKey: string;
  indicatorType: string;
  confidence: number;
  firstSeenAt: Date;
  /** When the threat became global. */
  announcedAt: Date;
}

export interface Claim {
  target: ThreatTarget;
  deliveries: ClaimedDelivery[];
}

interface ClaimRequest {
  subscriptionId: string;
  limit: number;
  now: Date;
  /** When a worker that has recorded nothing counts as lost, and another may attempt its deliveries. */
  leaseUntil: Date;
}

/**
 * Claims deliveries of one subscription that are due, longest due first: as many as are asked for, and as may be under way.
 *
 * @returns undefined when the subscription is disabled or deleted
 */
export async function claimThreatDeliveries(
  connection: Connection,
  companyId: string,
  { subscriptionId, limit, now, leaseUntil }: ClaimRequest,
): Promise<Claim | undefined> {
  return connection.transaction(async (transaction) => {
    const target = await lockThreatTarget(transaction, companyId, subscriptionId);
    if (!target) return undefined;
    // A statement of its own: under the lock it sees every claim made before.
    const parameters = { companyId, subscriptionId, limit, now, leaseUntil };
    const { rows } = await transaction.raw<{ rows: ClaimedDelivery[] }>(CLAIM, parameters);
    return { target, deliveries: rows };
  });
}

const PENDING_OF_SUBSCRIPTION = `company_id = :companyId and subscription_id = :subscriptionId and status = 'pending'`;
const FREE = '(claimed_until is null or claimed_until <= :now)';

const CLAIM = `
  with due as (
    select id from threat_deliveries
    where ${PENDING_OF_SUBSCRIPTION} and next_attempt_at <= :now and ${FREE}
    order by next_attempt_at
    limit greatest(0, least(cast(:limit as int), ${ATTEMPTS_AT_ONCE} - (
      select count(*) from threat_deliveries where ${PENDING_OF_SUBSCRIPTION} and claimed_until > :now)))
    for update skip locked
  )
  update threat_deliveries delivery set claimed_until = :leaseUntil
  from due, threat_events event
  where delivery.company_id = :companyId and delivery.id = due.id and event.id = delivery.event_id
  returning delivery.id, delivery.attempts, delivery.claimed_until as "leaseUntil", event.indicator_key as "indicatorKey",
    event.indicator_type as "indicatorType", event.confidence, event.first_seen_at as "firstSeenAt",
    event.created_at as "announcedAt"`;

/** What came of one attempt, as it is kept in the log. */
export interface AttemptLogEntry {
  id: string;
  startedAt: Date;
  durationMs: number;
  /** Null when there was no whole answer. */
  statusCode: number | null;
  /** Why it did not deliver; null when it did. */
  error: string | null;
  /** The beginning of the answer's body. */
  responseBody: string | null;
}

/** What an attempt means for its delivery. */
export type DeliveryOutcome =
  | { status: 'delivered' }
  | { status: 'pending'; nextAttemptAt: Date }
  /** `gone`: the subscriber wants no more, so its subscription is disabled. */
  | { status: 'failed'; gone: boolean };

interface RecordedAttempt {
  subscriptionId: string;
  delivery: Pick<ClaimedDelivery, 'id' | 'leaseUntil'>;
  entry: AttemptLogEntry;
  outcome: DeliveryOutcome;
  now: Date;
}

/**
 * Records an attempt and what it means, in one transaction. A failure whose lease has ended is forgotten, since another
 * worker has taken over; a success counts however late.
 */
export async function recordThreatAttempt(
  connection: Connection,
  companyId: string,
  { subscriptionId, delivery, entry, outcome, now }: RecordedAttempt,
): Promise<void> {
  const ownClaim = outcome.status === 'delivered' ? {} : { claimed_until: delivery.leaseUntil };
  await connection.transaction(async (transaction) => {
    const recorded = await transaction('threat_deliveries')
      .where({ company_id: companyId, id: delivery.id, status: 'pending', ...ownClaim })
      .update({
        status: outcome.status,
        attempts: transaction.raw('attempts + 1'),
        claimed_until: null,
        last_attempt_at: entry.startedAt,
        last_status_code: entry.statusCode,
        last_error: entry.error,
        ...(outcome.status === 'pending' ? { next_attempt_at: outcome.nextAttemptAt } : { completed_at: now }),
      });
    if (recorded === 0) return;
    await insertLogEntry(transaction, companyId, delivery.id, entry);
    if (outcome.status === 'failed' && outcome.gone) {
      const reason = `the subscriber answered ${entry.statusCode}`;
      await disableThreatSubscription(transaction, companyId, { subscriptionId, reason, now });
    }
  });
}

async function insertLogEntry(
  transaction: Connection,
  companyId: string,
  deliveryId: string,
  entry: AttemptLogEntry,
): Promise<void> {
  await transaction('threat_delivery_attempts').insert({
    company_id: companyId,
    delivery_id: deliveryId,
    id: entry.id,
    started_at: entry.startedAt,
    duration_ms: entry.durationMs,
    status_code: entry.statusCode,
    error: entry.error,
    response_body: entry.responseBody,
  });
}

/** Cancels up to `limit` pending deliveries of a subscription, but none that is being attempted. @returns how many */
export async function cancelThreatDeliveries(
  connection: Connection,
  companyId: string,
  { subscriptionId, limit, now }: { subscriptionId: string; limit: number; now: Date },
): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `update threat_deliveries set status = 'cancelled', completed_at = :now, claimed_until = null
     where company_id = :companyId and id in (
       select id from threat_deliveries where ${PENDING_OF_SUBSCRIPTION} and ${FREE}
       limit :limit for update skip locked)`,
    { companyId, subscriptionId, limit, now },
  );
  return rowCount;
}

/**
 * Makes a delivery due again with all its attempts ahead, also one that was delivered. After the commit the caller signals
 * `threat-webhook-delivery`.
 *
 * @returns false when the subscription has no such delivery
 */
export async function resetThreatDelivery(
  connection: Connection,
  companyId: string,
  { subscriptionId, deliveryId, now }: { subscriptionId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const reset = await connection('threat_deliveries')
    .where({ company_id: companyId, subscription_id: subscriptionId, id: deliveryId })
    // An attempt under way no longer owns the delivery: its failure must not end the new round.
    .update({ status: 'pending', attempts: 0, next_attempt_at: now, claimed_until: null, completed_at: null });
  return reset > 0;
}

/**
 * When there is something to do for a subscription next: a delivery becomes due, or a lease ends. While as many attempts
 * are under way as may be, only the latter.
 */
export async function findNextThreatDelivery(
  connection: Connection,
  companyId: string,
  { subscriptionId, now }: { subscriptionId: string; now: Date },
): Promise<Date | undefined> {
  const { rows } = await connection.raw<{ rows: { next: Date | null }[] }>(
    `with claimed as (
       select count(*) as attempts, min(claimed_until) as until from threat_deliveries
       where ${PENDING_OF_SUBSCRIPTION} and claimed_until > :now
     )
     select case when attempts >= ${ATTEMPTS_AT_ONCE} then until else least(until, (
       select next_attempt_at from threat_deliveries where ${PENDING_OF_SUBSCRIPTION} and ${FREE}
       order by next_attempt_at limit 1)) end as next
     from claimed`,
    { companyId, subscriptionId, now },
  );
  return rows[0]?.next ?? undefined;
}
