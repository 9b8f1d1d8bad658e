import type { EventType } from '../../engine/vocabulary.ts';
import type { Card, Setting } from './identities.ts';
import type { EventStep, Scenario } from './steps.ts';
import { MINUTE } from './time.ts';
import type { Person, World } from './world.ts';

export const CURRENCY = 'USD';

interface EventDetails {
  setting: Setting;
  metadata?: Record<string, unknown>;
  paymentDetails?: EventStep['paymentDetails'];
  /** Whose story it is, where it is not the person's own: a victim's account in other hands. */
  scenario?: Scenario;
}

/** One event of a person, with the traits that merchants send along. */
export function createEvent(
  { userId, email, scenario }: Person,
  at: number,
  eventType: EventType,
  { setting, metadata, paymentDetails, scenario: story = scenario }: EventDetails,
): EventStep {
  return {
    kind: 'event',
    at: Math.round(at),
    scenario: story,
    userId,
    eventType,
    metadata: { email, deviceId: setting.device, ipAddress: setting.ip, ...metadata },
    ipGeo: { country: setting.country },
    ...(paymentDetails && { paymentDetails }),
  };
}

export function signUp(person: Person, at: number, setting: Setting): EventStep {
  const metadata = { phone: person.phone, signupChannel: 'web', accountStatus: 'active', marketingOptIn: false };
  return createEvent(person, at, 'user_created', { setting, metadata });
}

export function logIn(person: Person, at: number, setting: Setting): EventStep {
  return createEvent(person, at, 'login_event', { setting, metadata: { loginOutcome: 'success' } });
}

export interface Purchase {
  setting: Setting;
  card: Card;
  amountMinor: number;
  /** How often the card is declined before it is accepted. */
  declines?: number;
  /** The customer does not come back after the declines. */
  givesUp?: boolean;
  scenario?: Scenario;
}

/** An order and the attempts to pay it, a minute or so apart. The last step is the payment that counts. */
export function buy(world: World, person: Person, at: number, purchase: Purchase): EventStep[] {
  const { setting, scenario, amountMinor, declines = 0, givesUp = false } = purchase;
  const { random } = world;
  const orderId = world.identities.orderId();
  const order = { orderId, amountMinor, currency: CURRENCY, itemsCount: random.integer(1, 4) };
  const steps = [createEvent(person, at, 'order_created', { setting, metadata: order, scenario })];
  const attempts = givesUp ? declines : declines + 1;
  let paidAt = at;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    paidAt += random.integer(40, 150) * (MINUTE / 60);
    const failed = attempt <= declines;
    steps.push(
      createEvent(person, paidAt, failed ? 'payment_failed' : 'payment_succeeded', {
        setting,
        scenario,
        metadata: { orderId, attemptLabel: `attempt-${attempt}` },
        paymentDetails: payWith(purchase.card, { orderId, amountMinor, attempt, failed }),
      }),
    );
  }
  return steps;
}

interface Attempt {
  orderId: string;
  amountMinor: number;
  attempt: number;
  failed: boolean;
}

function payWith(card: Card, { orderId, amountMinor, attempt, failed }: Attempt): EventStep['paymentDetails'] {
  return {
    methodType: 'card',
    provider: 'demo-psp',
    fingerprint: card.fingerprint,
    gatewayPaymentId: `${orderId}-${attempt}`,
    amountMinor,
    currency: CURRENCY,
    cardBin: card.bin,
    cardLast4: card.last4,
    cardNetwork: card.network,
    attemptCount: attempt,
    ...(failed ? { failureCode: 'card_declined', failureCategory: 'issuer' } : { authStatus: 'authorized' }),
  };
}

/** What follows an earlier payment of the same order: a refund, a dispute, a chargeback. */
export function followUp(
  person: Person,
  payment: EventStep,
  at: number,
  eventType: EventType,
  setting: Setting,
): EventStep {
  const { orderId } = payment.metadata;
  const { amountMinor, currency, fingerprint, cardBin, cardLast4 } = payment.paymentDetails ?? {};
  return createEvent(person, at, eventType, {
    setting,
    scenario: payment.scenario,
    metadata: { orderId },
    paymentDetails: { amountMinor, currency, fingerprint, cardBin, cardLast4 },
  });
}
