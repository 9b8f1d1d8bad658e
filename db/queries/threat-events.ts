import type { PlanFeature, ThreatEventType } from '../../engine/vocabulary.ts';
import { uuidv7Floor } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';

/** All threat events are of this kind so far (contract section 5). */
export const THREAT_EVENT_TYPE: ThreatEventType = 'threat.indicator.created';

/** Companies whose plan has it hear of threats. */
const FEATURE: PlanFeature = 'threat_intel';

export interface SubscriptionKey {
  companyId: string;
  subscriptionId: string;
}

/**
 * Takes the oldest threat event that waits and makes one delivery for each active subscription to it, in one
 * transaction: all of them and the mark, or nothing. Two workers never take the same event.
 *
 * @returns the subscriptions that have something to be delivered, to be signalled now; undefined when no event waits
 */
export async function dispatchThreatEvent(connection: Connection, now: Date): Promise<SubscriptionKey[] | undefined> {
  const { rows } = await connection.raw<{ rows: { dispatched: boolean; subscriptions: SubscriptionKey[] }[] }>(
    DISPATCH,
    { now, type: THREAT_EVENT_TYPE, feature: FEATURE, idStart: `${idTime(now)}-7` },
  );
  return rows[0]?.dispatched ? rows[0].subscriptions : undefined;
}

/** The first 48 bits of a UUID of version 7, as text. */
function idTime(now: Date): string {
  return uuidv7Floor(now.getTime()).slice(0, 13);
}

/** Ids are random ones whose time and version are written over: PostgreSQL itself makes version 7 from 18 on only. */
const DISPATCH = `
  with event as (
    select id from threat_events where dispatched_at is null order by created_at, id limit 1 for update skip locked
  ),
  dispatched as (
    update threat_events set dispatched_at = :now from event where threat_events.id = event.id returning 1
  ),
  created as (
    insert into threat_deliveries (company_id, id, subscription_id, event_id, status, next_attempt_at, created_at)
    select target.company_id, cast(overlay(cast(gen_random_uuid() as text) placing :idStart from 1) as uuid), target.id,
      event.id, 'pending', :now, :now
    from event cross join threat_subscriptions target
    where target.status = 'active' and (target.event_types = '{}' or :type = any (target.event_types))
      and exists (select 1 from subscriptions join plans on plans.id = subscriptions.plan_id
        where subscriptions.company_id = target.company_id and subscriptions.status = 'active'
          and (subscriptions.ends_at is null or subscriptions.ends_at > :now) and :feature = any (plans.features))
    on conflict (company_id, subscription_id, event_id) do nothing
    returning company_id, subscription_id
  )
  select exists (select 1 from dispatched) as dispatched,
    coalesce((select jsonb_agg(jsonb_build_object('companyId', company_id, 'subscriptionId', subscription_id))
      from created), '[]') as subscriptions`;

/** Whether an event has waited to be dispatched since before a moment: its signal was lost. */
export async function hasUndispatchedThreatEvents(connection: Connection, before: Date): Promise<boolean> {
  const row: unknown = await connection('threat_events')
    .select(1)
    .whereNull('dispatched_at')
    .where('created_at', '<', before)
    .first();
  return row !== undefined;
}
