import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../db/connect.ts';
import { insertAuditEntry, type AuditEntry } from '../../db/queries/audit-logs.ts';
import { listEventsOfSubscriptions, markEventsApplied } from '../../db/queries/billing-events.ts';
import {
  findSubscriber,
  lockSubscriptions,
  updateSubscription,
  type ProviderSubscription,
  type SubscriptionRow,
} from '../../db/queries/subscription-moves.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { StoredChange } from './fold-changes.ts';
import { settleSubscriptions } from './settle-subscriptions.ts';
import type { SubscriptionChange } from './subscription-change.ts';
import { translateEvent } from './translate.ts';

export interface AppliedChange {
  companyId: string;
  /** The subscriptions that are now different. */
  changed: SubscriptionRow[];
}

/**
 * Works out the subscriptions of the company that a notification is about, from all notifications stored of them; call
 * it inside a transaction. The rows are locked, so that of several workers each sees what the one before did.
 *
 * @returns undefined when no company has the subscription
 */
export async function applyChange(
  connection: Connection,
  provider: string,
  { change, now }: { change: SubscriptionChange; now: Date },
): Promise<AppliedChange | undefined> {
  const { providerSubscriptionId, opener } = change;
  const subscriber = await findSubscriber(connection, { provider, providerSubscriptionId });
  const companyId = subscriber ?? opener?.companyId;
  if (companyId === undefined) return undefined;
  const stored = await lockSubscriptions(connection, companyId);
  const rows = linkOpener(stored, provider, change);
  if (!rows) return undefined;
  const events = await listEventsOfSubscriptions(connection, rows.filter(hasProvider));
  const changes = groupChanges(events);
  const settled = settleSubscriptions(rows, (row) => changes.get(keyOf(row)) ?? [], now);
  const changed = settled.filter((row, index) => !isDeepStrictEqual({ ...row }, { ...stored[index] }));
  for (const row of changed) {
    await updateSubscription(connection, companyId, row);
    const before = stored.find(({ id }) => id === row.id);
    await insertAuditEntry(connection, companyId, describeChange(before, row, now));
  }
  await markEventsApplied(connection, events, now);
  return { companyId, changed };
}

/** For the audit log of the company; nobody of its people did it (contract section 5). */
function describeChange(before: SubscriptionRow | undefined, after: SubscriptionRow, now: Date): AuditEntry {
  return {
    id: uuidv7(now.getTime()),
    actorId: null,
    actorEmail: null,
    action: 'subscription.updated',
    targetType: 'subscription',
    targetId: after.id,
    before: before ? describeTerms(before) : null,
    after: describeTerms(after),
    ipAddress: null,
    createdAt: now,
  };
}

function describeTerms({ status, startsAt, endsAt, cancelAtPeriodEnd }: SubscriptionRow): object {
  return { status, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null, cancelAtPeriodEnd };
}

/**
 * The rows, of which one has the provider's id: if none has it yet, the one that the checkout was opened for.
 *
 * @returns undefined when there is none, or when it already got another id
 */
function linkOpener(
  rows: readonly SubscriptionRow[],
  provider: string,
  { providerSubscriptionId, opener }: SubscriptionChange,
): SubscriptionRow[] | undefined {
  const ofProvider = rows.filter((row) => row.provider === provider);
  if (ofProvider.some((row) => row.providerSubscriptionId === providerSubscriptionId)) return [...rows];
  const opened = ofProvider.find((row) => row.id === opener?.subscriptionId && row.providerSubscriptionId === null);
  return opened && rows.map((row) => (row === opened ? { ...row, providerSubscriptionId } : row));
}

function hasProvider(row: SubscriptionRow): row is SubscriptionRow & ProviderSubscription {
  return row.provider !== null && row.providerSubscriptionId !== null;
}

function groupChanges(
  events: readonly (ProviderSubscription & { eventId: string; payload: unknown })[],
): Map<string, StoredChange[]> {
  const groups = new Map<string, StoredChange[]>();
  for (const event of events) {
    const translation = translateEvent(event.provider, event.payload);
    if (!('change' in translation)) continue;
    const group = groups.get(keyOf(event)) ?? [];
    group.push({ ...translation.change, eventId: event.eventId });
    groups.set(keyOf(event), group);
  }
  return groups;
}

function keyOf({ provider, providerSubscriptionId }: Pick<SubscriptionRow, 'provider' | 'providerSubscriptionId'>) {
  return `${provider} ${providerSubscriptionId}`;
}
