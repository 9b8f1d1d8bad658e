import Type, { type Static } from 'typebox';
import { EVENT_TYPES, INGEST_CHECKS } from '../../engine/vocabulary.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import {
  amountMinor,
  clientId,
  currency,
  enumOf,
  jsonObject,
  nullable,
  text,
  timestamp,
  uuid,
  storable,
} from '../http/schema.ts';
import { AssessmentResponse, contextFields } from '../risk-engine/schemas.ts';

const shortText = (example: string, description?: string) =>
  Type.Optional(text({ maxLength: 256, ...(description && { description }), examples: [example] }));

export const PaymentDetails = Type.Object(
  {
    methodType: shortText('card', 'The family: card, UPI, wallet, bank transfer, COD…'),
    provider: shortText('example-psp', 'The gateway or payment provider'),
    fingerprint: Type.Optional(
      text({
        maxLength: 512,
        description: 'A stable fingerprint of the payment method; `paymentMethodHash` of assessments',
        examples: ['pm-7d1e'],
      }),
    ),
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
  {
    title: 'PaymentDetails',
    description:
      'For payment, refund, dispute and chargeback events; all texts are free, use the words of your provider',
  },
);

export const IngestEvent = Type.Object(
  {
    companyId: uuid({ description: 'Your company, whose secret signs the request' }),
    eventSource: text({
      minLength: 1,
      maxLength: 256,
      description: 'The system that sends it',
      examples: ['shop-backend'],
    }),
    externalEventId: clientId({
      description: "The event's id in your system, or the payment provider's",
      examples: ['evt-1'],
    }),
    idempotencyKey: clientId({
      description: 'Unique for each event and the same in each delivery of it: a repetition changes nothing',
      examples: ['evt-1'],
    }),
    userId: clientId({ description: 'A stable user id of your system', examples: ['user-42'] }),
    eventType: enumOf(EVENT_TYPES, { examples: ['payment_failed'] }),
    timestamp: timestamp({ description: 'When it happened: past events may be sent later' }),
    metadata: jsonObject({
      description:
        'Free-form. Read from it: email, phone, deviceId, ipAddress, amountMinor, currency. Usual keys by event type: ' +
        'user_created: signupChannel, accountStatus, marketingOptIn; login_event: loginOutcome, failureReason, sessionId; ' +
        'order_created: orderId, itemsCount; order_canceled: orderId, cancelReason; ' +
        'payment_failed and payment_succeeded: orderId, attemptLabel',
      examples: [
        { orderId: 'order-1001', email: 'ada@example.com', ipAddress: '203.0.113.7', deviceId: 'device-9f2c' },
      ],
    }),
    paymentDetails: Type.Optional(PaymentDetails),
    ...contextFields,
  },
  { ...storable, title: 'IngestEvent', description: 'One business event. Unknown fields are ignored.' },
);
export type IngestEvent = Static<typeof IngestEvent>;

export const IngestResponse = Type.Object(
  {
    id: uuid({ description: 'The stored event' }),
    status: Type.Literal('accepted'),
    duplicate: Type.Boolean({
      description: 'True when the idempotencyKey was already seen: this is the answer to the first delivery',
      examples: [false],
    }),
    assessment: AssessmentResponse,
  },
  { title: 'IngestResponse', description: 'The stored event and its assessment' },
);

const ErrorDetails = Type.Array(Type.Object({ path: Type.String(), message: Type.String() }));

export const IngestDiagnosis = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether POST /events/ingest would accept this request' }),
    wouldAnswer: Type.Object(
      {
        statusCode: Type.Integer({ examples: [401] }),
        code: Type.Optional(enumOf(Object.keys(ERRORS) as ErrorCode[])),
        message: Type.Optional(Type.String({ examples: ['Invalid ingest signature'] })),
        details: Type.Optional(ErrorDetails),
        duplicate: Type.Optional(
          Type.Boolean({ description: 'True: the idempotencyKey is known, so the original result is the answer' }),
        ),
      },
      { title: 'IngestAnswerPreview', description: 'What POST /events/ingest would answer to this very request' },
    ),
    hints: Type.Array(Type.String({ examples: ['It is written in base64: write the digest in hex, 64 characters.'] }), {
      description: 'What to do, in the order of the checks; empty when nothing is wrong',
    }),
    checks: Type.Array(
      Type.Object(
        {
          name: enumOf(INGEST_CHECKS),
          ok: nullable(Type.Boolean({ description: 'Null: could not be checked' })),
          message: Type.String({ examples: ['It was not used before.'] }),
          details: Type.Optional(ErrorDetails),
        },
        { title: 'IngestCheck' },
      ),
      { description: 'All checks, in the order of ingestion' },
    ),
    received: Type.Object(
      {
        bodyBytes: Type.Integer({ minimum: 0, examples: [412] }),
        bodySha256: Type.String({
          description: 'Hex SHA-256 of the bytes that arrived',
          examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
        }),
        at: timestamp({ description: 'The clock that x-event-timestamp is compared with' }),
      },
      { title: 'IngestReceived' },
    ),
  },
  { title: 'IngestDiagnosis' },
);
export type IngestDiagnosis = Static<typeof IngestDiagnosis>;
