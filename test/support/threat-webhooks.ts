import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { findPlanByCode } from '../../db/queries/plans.ts';
import { THREAT_EVENT_TYPE } from '../../db/queries/threat-events.ts';
import { insertThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { createSecretBox } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { generateWebhookSecret } from '../../platform/standard-webhooks.ts';
import { TEST_ENVIRONMENT } from './environment.ts';
import { insertCompany } from './history.ts';

export const testSecrets = createSecretBox(TEST_ENVIRONMENT.ENCRYPTION_KEY);

export interface Subscriber {
  companyId: string;
  subscriptionId: string;
  secret: string;
}

interface SubscriberOptions {
  /** A new one unless told otherwise. */
  companyId?: string;
  planCode?: string;
  endsAt?: Date;
  eventTypes?: string[];
}

/** A threat subscription of a company whose plan has threat intelligence, unless told otherwise. */
export async function addSubscriber(db: Database, url: string, options: SubscriberOptions = {}): Promise<Subscriber> {
  const companyId = options.companyId ?? (await addSubscribedCompany(db, options));
  const subscriptionId = randomUUID();
  const secret = generateWebhookSecret();
  await insertThreatSubscription(db.knex, companyId, {
    id: subscriptionId,
    url,
    description: null,
    eventTypes: options.eventTypes ?? [THREAT_EVENT_TYPE],
    secretCiphertext: testSecrets.seal(secret, subscriptionId),
    createdAt: new Date(),
  });
  return { companyId, subscriptionId, secret };
}

async function addSubscribedCompany(db: Database, { planCode = 'enterprise', endsAt }: SubscriberOptions) {
  const companyId = await insertCompany(db);
  await db.knex('subscriptions').insert({
    company_id: companyId,
    id: randomUUID(),
    plan_id: (await findPlanByCode(db.knex, planCode))?.id,
    status: 'active',
    starts_at: new Date(0),
    ends_at: endsAt ?? null,
    created_at: new Date(0),
  });
  return companyId;
}

/** New global threats as the recalibration announces them, a millisecond apart. @returns the ids of their events */
export async function announceThreats({ knex }: Database, count = 1, startMs = Date.now()): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(startMs + index),
    indicator_key: randomUUID(),
    indicator_type: 'device',
    confidence: 2 / 3,
    first_seen_at: new Date(startMs + index),
    created_at: new Date(startMs + index),
  }));
  await knex('threat_events').insert(rows);
  return rows.map(({ id }) => id);
}

export interface DeliveryRow {
  id: string;
  company_id: string;
  event_id: string;
  status: string;
  attempts: number;
  next_attempt_at: Date;
  claimed_until: Date | null;
  last_status_code: number | null;
  last_error: string | null;
}

export async function readDeliveries({ knex }: Database, { subscriptionId }: { subscriptionId: string }) {
  return knex('threat_deliveries')
    .select<DeliveryRow[]>()
    .where({ subscription_id: subscriptionId })
    .orderBy('event_id');
}

export interface AttemptRow {
  delivery_id: string;
  status_code: number | null;
  error: string | null;
  response_body: string | null;
  duration_ms: number;
}

export async function readAttempts({ knex }: Database, { subscriptionId }: { subscriptionId: string }) {
  return knex('threat_delivery_attempts')
    .select<AttemptRow[]>('threat_delivery_attempts.*')
    .join('threat_deliveries', 'threat_deliveries.id', 'delivery_id')
    .where({ subscription_id: subscriptionId })
    .orderBy('threat_delivery_attempts.id');
}

/** A delivery of the newest threat that waits for an attempt. @returns its id */
export async function deliverLater(
  { knex }: Database,
  { companyId, subscriptionId }: Pick<Subscriber, 'companyId' | 'subscriptionId'>,
  fields: object = {},
): Promise<string> {
  const event = await knex('threat_events').orderBy('id', 'desc').first<{ id: string }>('id');
  const [id, now] = [randomUUID(), new Date()];
  await knex('threat_deliveries').insert({
    company_id: companyId,
    id,
    subscription_id: subscriptionId,
    event_id: event.id,
    status: 'pending',
    next_attempt_at: now,
    created_at: now,
    ...fields,
  });
  return id;
}
