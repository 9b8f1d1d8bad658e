import type { Connection } from '../connect.ts';
import { Subscription } from '../models/subscription.ts';
import type { BillingEventKey } from './billing-events.ts';
import { lockSubscriptions } from './subscription-moves.ts';

/** A subscription that was bought and waits for its first payment. */
export type NewCheckout = Pick<
  Subscription,
  | 'id'
  | 'planId'
  | 'provider'
  | 'providerSubscriptionId'
  | 'providerCustomerId'
  | 'checkoutUrl'
  | 'checkoutExpiresAt'
  | 'createdAt'
>;

/** What stands in the way of buying a plan, or makes it needless. */
export interface PlanStanding {
  /** The company pays for this plan already, and goes on to. */
  renewing: boolean;
  /** A checkout for it that can still be paid. */
  open: Subscription | undefined;
}

/**
 * Where the company stands with a plan of a provider.
 *
 * @param payableUntil an open checkout must not expire before
 */
export async function findPlanStanding(
  connection: Connection,
  companyId: string,
  { planId, provider, now, payableUntil }: { planId: string; provider: string; now: Date; payableUntil: Date },
): Promise<PlanStanding> {
  const ofPlan = () => Subscription.query(connection).where({ company_id: companyId, plan_id: planId });
  const renewing = await ofPlan()
    .where({ status: 'active', cancel_at_period_end: false })
    .whereNotNull('provider')
    .whereRaw('(ends_at is null or ends_at > ?)', [now])
    .first();
  const open = await ofPlan()
    .where({ status: 'pending', provider })
    .where('checkout_expires_at', '>', payableUntil)
    .orderBy('created_at', 'desc')
    .first();
  return { renewing: renewing !== undefined, open };
}

/** Lets those who change the company's subscriptions take turns until the transaction ends. */
export async function holdSubscriptions(connection: Connection, companyId: string): Promise<void> {
  await lockSubscriptions(connection, companyId);
}

/** Stores a pending subscription of the company. */
export async function insertCheckout(
  connection: Connection,
  companyId: string,
  checkout: NewCheckout,
): Promise<Subscription> {
  const row = {
    ...checkout,
    companyId,
    status: 'pending' as const,
    startsAt: checkout.createdAt,
    endsAt: null,
    cancelAtPeriodEnd: false,
    metadata: null,
  };
  return Subscription.query(connection).insertAndFetch(row);
}

/** A subscription of the company with its plan. */
export async function findSubscription(
  connection: Connection,
  companyId: string,
  id: string,
): Promise<Subscription | undefined> {
  return Subscription.query(connection)
    .findOne({ company_id: companyId, 'subscriptions.id': id })
    .withGraphJoined('plan');
}

/** Whether a notification is stored, applied or not. It belongs to no tenant before it is matched. */
export async function hasBillingEvent(
  connection: Connection,
  { provider, eventId }: BillingEventKey,
): Promise<boolean> {
  const row: unknown = await connection('billing_events')
    .where({ provider, provider_event_id: eventId })
    .first('provider');
  return row !== undefined;
}
