import type { SubscriptionRow } from '../../db/queries/subscription-moves.ts';
import { earliest, foldChanges, latest, type StoredChange } from './fold-changes.ts';

/** The notifications of one subscription; none when it has no provider. */
type ChangesOf = (row: SubscriptionRow) => readonly StoredChange[];

/**
 * What the subscriptions of one company come to at a moment (contract section 5). Those a provider told of are worked
 * out anew from all it told; others, such as the trial, stay as they are. The one that started last is the one the
 * company has: it ends the one before.
 *
 * @param rows all subscriptions of the company
 * @returns the same subscriptions, in the same order
 */
export function settleSubscriptions(
  rows: readonly SubscriptionRow[],
  changesOf: ChangesOf,
  now: Date,
): SubscriptionRow[] {
  const current = rows.map((row) => applyChanges(row, changesOf(row)));
  const starts = current.filter(({ started }) => started).sort((one, other) => compareStarts(one.row, other.row));
  return current.map((subscription) => {
    const { row, started } = subscription;
    if (!started) return row;
    const successor = starts[starts.indexOf(subscription) + 1]?.row;
    const endsAt = successor ? earliest(row.endsAt, successor.startsAt) : row.endsAt;
    return { ...row, endsAt, status: endsAt && endsAt <= now ? 'expired' : row.status };
  });
}

interface Current {
  row: SubscriptionRow;
  /** Whether it was ever active, and so ended the one before. */
  started: boolean;
}

function applyChanges(row: SubscriptionRow, changes: readonly StoredChange[]): Current {
  if (changes.length === 0) return { row, started: row.status !== 'pending' };
  const { startsAt, endsAt, cancelAtPeriodEnd, customerId } = foldChanges(changes);
  const told = {
    ...row,
    endsAt: endsAt ?? null,
    cancelAtPeriodEnd: cancelAtPeriodEnd ?? row.cancelAtPeriodEnd,
    providerCustomerId: customerId ?? row.providerCustomerId,
  };
  if (!startsAt) {
    return { row: { ...told, status: endsAt ? 'expired' : 'pending', startsAt: row.createdAt }, started: false };
  }
  // Not before it was asked for: the provider's clock may be behind ours, by which the trial started.
  return { row: { ...told, status: 'active', startsAt: latest(startsAt, row.createdAt) }, started: true };
}

function compareStarts(one: SubscriptionRow, other: SubscriptionRow): number {
  return one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1);
}
