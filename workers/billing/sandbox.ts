import { entryOf, fieldsOf, flagOf, isoTimeOf, periodOf, textOf, type Fields } from './read-payload.ts';
import type { SubscriptionChange, Translation } from './subscription-change.ts';

/*
 * The provider that works offline (contract section 5). Its notifications, times in ISO 8601:
 *
 *   { id, type, occurredAt, subscription: { id, customerId?, periodStart, periodEnd, cancelAtPeriodEnd? } }
 *
 * type: subscription.activated and .renewed are paid for until periodEnd; .cancelled ends with the period, or at once
 * when cancelAtPeriodEnd is false; .expired ends at once.
 */

type Reading = Pick<SubscriptionChange, 'standing' | 'cancelAtPeriodEnd'>;

const READERS: Readonly<Record<string, (subscription: Fields) => Reading>> = {
  'subscription.activated': readActive,
  'subscription.renewed': readActive,
  'subscription.cancelled': ({ cancelAtPeriodEnd }) =>
    cancelAtPeriodEnd === false ? { standing: 'ended' } : { standing: 'noted', cancelAtPeriodEnd: true },
  'subscription.expired': () => ({ standing: 'ended' }),
};

/** What a notification of the sandbox says. */
export function translateSandbox(payload: unknown): Translation {
  const { type, occurredAt: time, subscription: entity } = fieldsOf(payload);
  const subscription = fieldsOf(entity);
  const reading = entryOf(READERS, type)?.(subscription);
  if (!reading) return { ignored: 'not a kind of event that changes subscriptions' };
  const providerSubscriptionId = textOf(subscription['id']);
  if (!providerSubscriptionId) return { ignored: 'of no subscription' };
  const occurredAt = isoTimeOf(time);
  if (!occurredAt) return { ignored: 'without a time' };
  const period = periodOf(isoTimeOf(subscription['periodStart']), isoTimeOf(subscription['periodEnd']));
  if (reading.standing === 'active' && !period) return { ignored: 'active without a period' };
  const customerId = textOf(subscription['customerId']);
  const change = { ...reading, providerSubscriptionId, occurredAt, customerId };
  return { change: reading.standing === 'active' ? { ...change, period } : change };
}

function readActive({ cancelAtPeriodEnd }: Fields): Reading {
  return { standing: 'active', cancelAtPeriodEnd: flagOf(cancelAtPeriodEnd) };
}
