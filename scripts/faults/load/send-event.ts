import { createHmac, randomUUID } from 'node:crypto';
import type { IngestEvent } from '../../../api/events/schemas.ts';
import type { EventType } from '../../../engine/vocabulary.ts';
import type { Tenant } from '../../demo/tenant.ts';
import type { Client } from './client.ts';
import type { Accepted, Ledger, SentEvent, Traits } from './ledger.ts';

export interface Load {
  client: Client;
  ledger: Ledger;
}

interface NewEvent {
  tenant: Tenant;
  userId: string;
  eventType: EventType;
  traits: Traits;
  /** The order of an earlier event that this one is about; one of its own unless told. */
  orderId?: string;
}

/** Notes an event in the ledger, before anything of it is sent. */
export function noteEvent({ ledger }: Load, event: NewEvent): SentEvent {
  const key = randomUUID();
  const noted = { orderId: `order-${key}`, ...event, key, occurredAt: new Date().toISOString(), answers: [] };
  ledger.events.push(noted);
  return noted;
}

/** Sends an event until it is accepted, each time with the same body, a new nonce and a new time of sending. */
export async function sendEvent({ client }: Load, event: SentEvent): Promise<Accepted | undefined> {
  const body = JSON.stringify(describeEvent(event));
  const { signingSecret } = event.tenant;
  const headers = () => sign(signingSecret, body);
  const answer = await client.send<Accepted>({ method: 'POST', path: '/events/ingest', body, headers });
  if (answer) event.answers.push(answer);
  return answer;
}

function describeEvent({ tenant, userId, eventType, key, orderId, traits, occurredAt }: SentEvent): IngestEvent {
  const { device, ip, email, payment } = traits;
  return {
    companyId: tenant.companyId,
    eventSource: 'faults',
    externalEventId: key,
    idempotencyKey: key,
    userId,
    eventType,
    timestamp: occurredAt,
    metadata: { orderId, deviceId: device, ipAddress: ip, email, amountMinor: 4_900, currency: 'USD' },
    ...(payment && { paymentDetails: { fingerprint: payment, amountMinor: 4_900, currency: 'USD' } }),
  };
}

/** The headers of a signed request (spec section 5.3). */
function sign(secret: string, body: string): Record<string, string> {
  return {
    'x-event-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-event-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-event-nonce': randomUUID(),
  };
}
