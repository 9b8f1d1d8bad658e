import type { AssessmentInput } from '../risk-engine/describe-subject.ts';
import { describeContext } from '../risk-engine/request-context.ts';
import type { IngestEvent } from './schemas.ts';

const MAX_VALUE_LENGTH = 512;

/** Reads an event as an assessment input: the same person seen through different fields is one (contract section 3). */
export function describeEvent(event: IngestEvent): AssessmentInput {
  const { metadata, paymentDetails, cardDetails } = event;
  const identity = {
    userId: event.userId,
    email: readText(metadata, 'email'),
    ipAddress: readText(metadata, 'ipAddress'),
    deviceFingerprint: readText(metadata, 'deviceId'),
    phoneNumber: readText(metadata, 'phone'),
    paymentMethodHash: paymentDetails?.fingerprint,
    cardBin: paymentDetails?.cardBin ?? cardDetails?.bin,
  };
  const last4 = paymentDetails?.cardLast4 ?? cardDetails?.last4;
  return {
    transactionId: transactionIdOf(event),
    userId: event.userId,
    amountMinor: paymentDetails?.amountMinor ?? readAmount(metadata),
    currency: paymentDetails?.currency ?? readCurrency(metadata),
    occurredAt: Date.parse(event.timestamp),
    kind: event.eventType,
    identity,
    cardHint: identity.cardBin && last4 ? `${identity.cardBin}:${last4}` : null,
    cardBin: identity.cardBin ?? null,
    country: event.ipGeo?.country ?? null,
    requestContext: describeContext(identity, event),
  };
}

/** Events of one order or payment belong together; an event without either stands alone. */
export function transactionIdOf({ metadata, paymentDetails, externalEventId }: IngestEvent): string {
  return readText(metadata, 'orderId') ?? paymentDetails?.gatewayPaymentId ?? externalEventId;
}

/** Metadata is free-form: a value of another type than expected is as good as none. */
function readText(metadata: Record<string, unknown>, key: string): string | undefined {
  const value = metadata[key];
  return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH ? value : undefined;
}

function readAmount({ amountMinor }: Record<string, unknown>): number | null {
  return Number.isSafeInteger(amountMinor) && Number(amountMinor) >= 0 ? Number(amountMinor) : null;
}

function readCurrency({ currency }: Record<string, unknown>): string | null {
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null;
}
