import {
  entryOf,
  fieldsOf,
  flagOf,
  itemsOf,
  openerOf,
  periodOf,
  secondsOf,
  textOf,
  type Fields,
} from './read-payload.ts';
import type { Period, Standing, SubscriptionChange, Translation } from './subscription-change.ts';

/*
 * Stripe events, of API versions before and since 2025-03-31.basil: that one moved the period from the subscription to
 * its items, and the subscription of an invoice below `parent`. The checkout is opened with our { companyId,
 * subscriptionId } as `metadata` and as `subscription_data.metadata`: each event hands them back.
 */

type Reading = Omit<SubscriptionChange, 'occurredAt' | 'providerSubscriptionId'> & { subscription: unknown };

const READERS: Readonly<Record<string, (object: Fields) => Reading>> = {
  'checkout.session.completed': readCheckout,
  'customer.subscription.created': readSubscription,
  'customer.subscription.updated': readSubscription,
  'customer.subscription.paused': readSubscription,
  'customer.subscription.resumed': readSubscription,
  'customer.subscription.deleted': (object) => readSubscription({ ...object, status: 'canceled' }),
  'invoice.paid': readPaidInvoice,
  'invoice.payment_succeeded': readPaidInvoice,
  'invoice.payment_failed': readInvoice,
};

const DAY_MS = 86_400_000;
const GRACE_MS = 3 * DAY_MS;

/** The rest (incomplete, past_due) changes nothing: a first payment is due, or a late one is tried again. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  active: 'active',
  trialing: 'active',
  unpaid: 'suspended',
  paused: 'suspended',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

/** What an event of Stripe says; its `created` is in Unix seconds. */
export function translateStripe(payload: unknown): Translation {
  const { type, created, data } = fieldsOf(payload);
  const read = entryOf(READERS, type);
  if (!read) return { ignored: 'not a kind of event that changes subscriptions' };
  const { subscription, ...reading } = read(fieldsOf(fieldsOf(data)['object']));
  const providerSubscriptionId = idOf(subscription);
  if (!providerSubscriptionId) return { ignored: 'of no subscription' };
  const occurredAt = secondsOf(created);
  if (!occurredAt) return { ignored: 'without a time' };
  if (reading.standing === 'active' && !reading.period) return { ignored: 'active without a period' };
  return { change: { ...reading, providerSubscriptionId, occurredAt } };
}

function readCheckout({ subscription, customer, metadata, client_reference_id: subscriptionId }: Fields): Reading {
  const opener = openerOf({ subscriptionId, ...fieldsOf(metadata) });
  return { subscription, standing: 'noted', customerId: idOf(customer), opener };
}

function readSubscription(object: Fields): Reading {
  const standing = entryOf(STANDINGS, object['status']) ?? 'noted';
  return {
    subscription: object['id'],
    standing,
    customerId: idOf(object['customer']),
    opener: openerOf(object['metadata']),
    cancelAtPeriodEnd: readCancellation(object),
    ...(standing === 'active' && { period: graceOf(object) }),
    ...(standing === 'ended' && { endsAt: secondsOf(object['ended_at']) }),
  };
}

/**
 * What a subscription may be used for by its status alone. It is `active` before the money of the period is there (an
 * invoice is charged an hour after its period began, a bank debit takes days), so that only a paid invoice pays for a
 * whole period. A trial at Stripe is free.
 */
function graceOf(object: Fields): Period | undefined {
  const period = readPeriod(object);
  if (!period || object['status'] === 'trialing') return period;
  return { start: period.start, end: new Date(Math.min(period.end.getTime(), period.start.getTime() + GRACE_MS)) };
}

/** Of an item with a period of its own, the latest; before 2025 the period is the subscription's. */
function readPeriod(object: Fields): Period | undefined {
  const periods = [...itemsOf(fieldsOf(object['items'])['data']), object].map((item) =>
    periodOf(secondsOf(item['current_period_start']), secondsOf(item['current_period_end'])),
  );
  return latestOf(periods);
}

/** With flexible billing a cancellation has only its date. */
function readCancellation(object: Fields): boolean | undefined {
  const atPeriodEnd = flagOf(object['cancel_at_period_end']);
  const [cancelAt, end] = [secondsOf(object['cancel_at']), readPeriod(object)?.end];
  return cancelAt && end && cancelAt <= end ? true : atPeriodEnd;
}

function readInvoice(object: Fields): Reading {
  const details = fieldsOf(fieldsOf(object['parent'])['subscription_details']);
  const before2025 = fieldsOf(object['subscription_details']);
  return {
    subscription: details['subscription'] ?? object['subscription'],
    standing: 'noted',
    customerId: idOf(object['customer']),
    opener: openerOf(details['metadata']) ?? openerOf(before2025['metadata']),
  };
}

/** The period is that of the lines: the invoice's own is the one before, for what was used in it. */
function readPaidInvoice(object: Fields): Reading {
  const periods = itemsOf(fieldsOf(object['lines'])['data']).map((line) => {
    const { start, end } = fieldsOf(line['period']);
    return periodOf(secondsOf(start), secondsOf(end));
  });
  const period = latestOf(periods);
  return { ...readInvoice(object), ...(period && { standing: 'active', period }) };
}

function latestOf(periods: readonly (Period | undefined)[]): Period | undefined {
  return periods
    .filter((period) => period !== undefined)
    .reduce<Period | undefined>((latest, period) => (!latest || period.end > latest.end ? period : latest), undefined);
}

/** References are ids, or whole objects where they were expanded. */
function idOf(reference: unknown): string | undefined {
  return textOf(reference) ?? textOf(fieldsOf(reference)['id']);
}
