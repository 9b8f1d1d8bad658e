import { createHmac, randomUUID } from 'node:crypto';
import type { LoadSetup, Target } from '../protocol.ts';
import { drawUser, profileOf, type Profile } from '../population.ts';

/** Makes the next request, as the text that goes over the wire. All of it is ASCII. */
export type RequestSource = () => string;

/** How often a request comes from a device nobody has seen yet. */
const NEW_DEVICE_SHARE = 0.05;

/** Kinds of events with their cumulative share; outcomes (chargebacks, disputes) are not part of the load. */
const EVENT_MIX: readonly [string, number][] = [
  ['payment_succeeded', 0.45],
  ['order_created', 0.7],
  ['login_event', 0.9],
  ['payment_failed', 0.96],
  ['refund_requested', 1],
];

/** The requests of one target: random users, everything that must be fresh is. */
export function createRequestSource(target: Target, setup: LoadSetup): RequestSource {
  const profiles = Array.from({ length: setup.population.users }, (_, user) => profileOf(user, setup.population));
  return target === 'ingest' ? createEvents(profiles, setup) : createTransactions(profiles, setup, target);
}

function createTransactions(profiles: Profile[], { population, token }: LoadSetup, target: Target): RequestSource {
  const path = target === 'floor' ? '/assess' : '/api/risk-engine/assess';
  const head = `${headOf(path)}authorization: Bearer ${token}\r\n`;
  const tails = profiles.map((profile) => tailOf(transactionFields(profile)));
  return () => {
    const user = drawUser(population);
    const fresh = `{"transactionId":"${randomUUID()}","amountMinor":${amount()}`;
    return finish(head, `${fresh},"deviceFingerprint":"${deviceOf(profiles[user])}",${tails[user]}`);
  };
}

function transactionFields({ userId, email, ip, phone, payment, address, cardBin }: Profile): object {
  return {
    userId,
    currency: 'USD',
    email,
    ipAddress: ip,
    phoneNumber: phone,
    paymentMethodHash: payment,
    shippingAddressHash: address,
    cardDetails: { bin: cardBin, last4: '1111', network: 'visa' },
    deviceMeta: { os: 'iOS 19', browser: 'Safari', language: 'en-US' },
    ipGeo: { country: 'US' },
  };
}

function createEvents(profiles: Profile[], { population, companyId, signingSecret }: LoadSetup): RequestSource {
  const head = headOf('/api/events/ingest');
  const tails = profiles.map(({ userId, email, ip, phone, payment, cardBin }) => ({
    event: tailOf({ userId, eventSource: 'bench', companyId, ipGeo: { country: 'US' } }),
    metadata: tailOf({ email, ipAddress: ip, phone }),
    payment: tailOf({ currency: 'USD', fingerprint: payment, cardBin, cardLast4: '1111', provider: 'example-psp' }),
  }));
  return () => {
    const user = drawUser(population);
    const tail = tails[user];
    const id = randomUUID();
    const type = eventType();
    const fresh = `{"externalEventId":"${id}","idempotencyKey":"${id}","eventType":"${type}","timestamp":"${new Date().toISOString()}"`;
    const metadata = `"metadata":{"orderId":"order-${id}","deviceId":"${deviceOf(profiles[user])}",${tail?.metadata}`;
    const payment = type.startsWith('payment') ? `"paymentDetails":{"amountMinor":${amount()},${tail?.payment},` : '';
    return sign(head, `${fresh},${metadata},${payment}${tail?.event}`, signingSecret);
  };
}

/** The headers of a signed request (spec section 5.3). */
function sign(head: string, body: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = `x-event-signature: ${signature}\r\nx-event-timestamp: ${timestamp}\r\nx-event-nonce: ${randomUUID()}\r\n`;
  return finish(head + headers, body);
}

function headOf(path: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
}

function finish(head: string, body: string): string {
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}

/** An object as JSON without its opening brace: what follows fields that are written by hand. */
function tailOf(fields: object): string {
  return JSON.stringify(fields).slice(1);
}

function deviceOf(profile: Profile | undefined): string {
  return Math.random() < NEW_DEVICE_SHARE ? `device-new-${randomUUID()}` : (profile?.device ?? '');
}

/** Mostly small amounts, a few large ones. */
function amount(): number {
  return Math.floor(500 + 40_000 * Math.random() ** 3);
}

function eventType(): string {
  const uniform = Math.random();
  return EVENT_MIX.find(([, share]) => uniform < share)?.[0] ?? 'login_event';
}
