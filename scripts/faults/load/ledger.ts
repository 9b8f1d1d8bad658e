import type { IngestResponse } from '../../../api/events/schemas.ts';
import type { EventType } from '../../../engine/vocabulary.ts';
import type { Static } from 'typebox';
import type { Tenant } from '../../demo/tenant.ts';

export type Accepted = Static<typeof IngestResponse>;

/** What connects users, as it is sent. */
export interface Traits {
  device: string;
  ip: string;
  email: string;
  /** Fingerprint of the payment method, in events of payments. */
  payment?: string;
}

export interface SentEvent {
  tenant: Tenant;
  userId: string;
  eventType: EventType;
  /** Its idempotency key, external id and order. */
  key: string;
  orderId: string;
  traits: Traits;
  /** Event time, ISO 8601. */
  occurredAt: string;
  /** Every 200 it was answered with, in the order they came. */
  answers: Accepted[];
}

/** What was sent and what was answered: what the database must agree with in the end. */
export interface Ledger {
  events: SentEvent[];
  /** How often an event was sent again on purpose. */
  duplicates: number;
  /** The outcome that stands, of events that got one: fraud, or not. */
  labels: Map<SentEvent, 'fraud' | 'legitimate'>;
}

export function createLedger(): Ledger {
  return { events: [], duplicates: 0, labels: new Map() };
}

/** Events that were answered with 200 at least once. */
export function listAccepted({ events }: Ledger): SentEvent[] {
  return events.filter(({ answers }) => answers.length > 0);
}

/** Events whose label says fraud. */
export function listFrauds({ labels }: Ledger): SentEvent[] {
  return [...labels].filter(([, label]) => label === 'fraud').map(([event]) => event);
}

/** A user belongs to its company. */
export function userOf({ tenant, userId }: SentEvent): string {
  return `${tenant.companyId} ${userId}`;
}

/** The indicators of an event by type and value, which are the same in every company. */
export function indicatorsOf({ traits }: SentEvent): { type: keyof Traits; value: string }[] {
  return Object.entries(traits).map(([type, value]) => ({ type: type as keyof Traits, value: String(value) }));
}
