import type { Standing, SubscriptionChange } from './subscription-change.ts';

/** A change with the id of the notification that said it. */
export type StoredChange = SubscriptionChange & { eventId: string };

/** What all notifications of one subscription come to. */
export interface FoldedSubscription {
  /** The start of the first period paid for; undefined when there was none. */
  startsAt?: Date;
  /** The end of what was paid for, or of the subscription if that is earlier. */
  endsAt?: Date;
  cancelAtPeriodEnd?: boolean;
  customerId?: string;
}

/** Of one moment, the more favourable counts last; providers stamp with whole seconds. */
const RANKS: Readonly<Record<Standing, number>> = { suspended: 0, noted: 1, active: 2, ended: 3 };

/**
 * Folds notifications in the order of what happened, from a subscription that waits for its first payment. They may be
 * given in any order and come to the same: a renewal extends the end, also one that is told late; only the provider's
 * own end shortens it, and an end for good is never undone.
 */
export function foldChanges(changes: readonly StoredChange[]): FoldedSubscription {
  const folded: FoldedSubscription = {};
  let paidUntil: Date | undefined;
  let stoppedAt: Date | undefined;
  let ended = false;
  for (const change of [...changes].sort(compareChanges)) {
    const { standing, occurredAt, period } = change;
    folded.customerId = change.customerId ?? folded.customerId;
    folded.cancelAtPeriodEnd = change.cancelAtPeriodEnd ?? folded.cancelAtPeriodEnd;
    if (period) paidUntil = latest(paidUntil, period.end);
    if (standing === 'active' && period) folded.startsAt = earliest(folded.startsAt, period.start);
    if (standing === 'active' && !ended) stoppedAt = undefined;
    if (standing === 'suspended') stoppedAt ??= occurredAt;
    if (standing === 'ended') stoppedAt = earliest(stoppedAt, change.endsAt ?? occurredAt);
    ended ||= standing === 'ended';
  }
  return { ...folded, endsAt: stoppedAt ? earliest(paidUntil, stoppedAt) : paidUntil };
}

function compareChanges(one: StoredChange, other: StoredChange): number {
  return (
    one.occurredAt.getTime() - other.occurredAt.getTime() ||
    RANKS[one.standing] - RANKS[other.standing] ||
    (one.eventId < other.eventId ? -1 : 1)
  );
}

/** The earlier of two moments, of which the first may be missing. */
export function earliest(one: Date | null | undefined, other: Date): Date {
  return one && one < other ? one : other;
}

/** The later of two moments, of which the first may be missing. */
export function latest(one: Date | null | undefined, other: Date): Date {
  return one && one > other ? one : other;
}
