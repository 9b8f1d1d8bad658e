import type { SubscriptionStatus } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import { Subscription } from '../models/subscription.ts';

/**
 * The company's active subscription with its plan, or else the latest one. One past its end counts as expired, also
 * before a job has marked it.
 */
export async function findCurrentSubscription(
  connection: Connection,
  companyId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const subscriptions = await Subscription.query(connection)
    .where({ company_id: companyId })
    .withGraphJoined('plan')
    .orderByRaw("subscriptions.status = 'active' desc, starts_at desc")
    .limit(20);
  for (const subscription of subscriptions) subscription.status = statusAt(subscription, now);
  return subscriptions.find(({ status }) => status === 'active') ?? subscriptions[0];
}

function statusAt({ status, endsAt }: Subscription, now: Date): SubscriptionStatus {
  return status === 'active' && endsAt !== null && endsAt <= now ? 'expired' : status;
}
