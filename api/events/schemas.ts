import Type, { type Static } from 'typebox';
import { EVENT_TYPES } from '../../engine/vocabulary.ts';
import {
  amountMinor,
  clientId,
  currency,
  enumOf,
  jsonObject,
  text,
  timestamp,
  uuid,
  storable,
} from '../http/schema.ts';
import { AssessmentResponse, contextFields } from '../risk-engine/schemas.ts';

const shortText = (example: string) => Type.Optional(text({ maxLength: 256, examples: [example] }));

export const PaymentDetails = Type.Object(
  {
    methodType: shortText('card'),
    provider: shortText('example-psp'),
    fingerprint: Type.Optional(text({ maxLength: 512, examples: ['pm-7d1e'] })),
    gatewayPaymentId: shortText('pay-5001'),
    amountMinor: Type.Optional(amountMinor()),
    currency: Type.Optional(currency()),
    cardLast4: shortText('1111'),
    cardBin: shortText('411111'),
    cardNetwork: shortText('visa'),
    issuer: shortText('Example Bank'),
    country: shortText('US'),
    walletId: shortText('wallet-1'),
    upiVpa: shortText('ada@examplebank'),
    authStatus: shortText('authorized'),
    captureStatus: shortText('captured'),
    failureCode: shortText('card_declined'),
    failureCategory: shortText('issuer'),
    attemptCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, examples: [1] })),
    threeDsResult: shortText('authenticated'),
  },
  { title: 'PaymentDetails', description: 'Spec section 2.8' },
);

export const IngestEvent = Type.Object(
  {
    companyId: uuid(),
    eventSource: text({ minLength: 1, maxLength: 256, examples: ['shop-backend'] }),
    externalEventId: clientId({ description: "The event's id in the client's system", examples: ['evt-1'] }),
    idempotencyKey: clientId({ description: 'Retry-safe unique key', examples: ['evt-1'] }),
    userId: clientId({ examples: ['user-42'] }),
    eventType: enumOf(EVENT_TYPES),
    timestamp: timestamp({ description: 'When it happened' }),
    metadata: jsonObject({ description: 'Keys per event type: spec section 6.1' }),
    paymentDetails: Type.Optional(PaymentDetails),
    ...contextFields,
  },
  { ...storable, title: 'IngestEvent', description: 'Spec section 2.6. Unknown fields are ignored.' },
);
export type IngestEvent = Static<typeof IngestEvent>;

export const IngestResponse = Type.Object(
  {
    id: uuid({ description: 'The stored event' }),
    status: Type.Literal('accepted'),
    duplicate: Type.Boolean({ description: 'True when the idempotencyKey was already seen' }),
    assessment: AssessmentResponse,
  },
  { title: 'IngestResponse', description: 'Spec section 2.7' },
);
