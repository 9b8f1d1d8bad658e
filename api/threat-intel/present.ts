import type { Static } from 'typebox';
import type { ListedDelivery } from '../../db/queries/threat-delivery-list.ts';
import type { SubscriptionWithHealth } from '../../db/queries/threat-health.ts';
import { THREAT_EVENT_TYPES, type ThreatEventType } from '../../engine/vocabulary.ts';
import type { ThreatDelivery, ThreatSubscription } from './schemas.ts';

const EXCERPT_LENGTH = 200;

/** No kinds are stored for "all". */
export function presentEventTypes(stored: readonly ThreatEventType[]): ThreatEventType[] {
  return stored.length === 0 ? [...THREAT_EVENT_TYPES] : [...stored];
}

export function presentSubscription(row: SubscriptionWithHealth): Static<typeof ThreatSubscription> {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: presentEventTypes(row.eventTypes),
    status: row.status,
    disabledAt: toTimestamp(row.disabledAt),
    disabledReason: row.disabledReason,
    createdAt: row.createdAt.toISOString(),
    health: {
      lastDeliveryAt: toTimestamp(row.lastDeliveryAt),
      lastStatus: row.lastDeliveryAt && (row.lastError === null ? 'delivered' : 'failed'),
      lastStatusCode: row.lastStatusCode,
      lastError: row.lastError,
      successRate24h: row.attempted === 0 ? null : Math.round((row.delivered / row.attempted) * 10_000) / 10_000,
      pendingDeliveries: row.pending,
    },
  };
}

export function presentDelivery(row: ListedDelivery): Static<typeof ThreatDelivery> {
  return {
    id: row.id,
    eventId: row.eventId,
    status: row.status,
    attempts: row.attempts,
    lastAttemptAt: toTimestamp(row.lastAttemptAt),
    lastStatusCode: row.lastStatusCode,
    lastError: row.lastError,
    nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    completedAt: toTimestamp(row.completedAt),
    recentAttempts: row.recentAttempts.map(({ startedAt, durationMs, statusCode, error, responseBody }) => ({
      startedAt: new Date(startedAt).toISOString(),
      durationMs,
      statusCode,
      error,
      responseExcerpt: excerptOf(responseBody),
    })),
  };
}

/** The beginning of what a receiver answered, for its owner; no half characters. */
export function excerptOf(responseBody: string | null): string | null {
  return responseBody === null ? null : Array.from(responseBody).slice(0, EXCERPT_LENGTH).join('');
}

function toTimestamp(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
