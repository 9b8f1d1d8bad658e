import Type from 'typebox';
import {
  THREAT_ATTEMPT_RESULTS,
  THREAT_DELIVERY_STATUSES,
  THREAT_EVENT_TYPES,
  THREAT_SUBSCRIPTION_STATUSES,
} from '../../engine/vocabulary.ts';
import { enumOf, nullable, pageOf, pageParameters, text, timestamp, uuid } from '../http/schema.ts';

const MAX_URL_LENGTH = 2_048;
const EXAMPLE_URL = 'https://hooks.example.com/threats';

const statusCode = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: 999, description, examples: [200] }));
const reason = (description: string) => nullable(Type.String({ description, examples: ['answered 500'] }));

export const ThreatSubscriptionRequest = Type.Object(
  {
    url: text({
      format: 'uri',
      maxLength: MAX_URL_LENGTH,
      description: 'Where to send: https and public in production; http and this machine too in development',
      examples: [EXAMPLE_URL],
    }),
    description: Type.Optional(text({ maxLength: 500, examples: ['SIEM of the risk team'] })),
    eventTypes: Type.Optional(
      Type.Array(enumOf(THREAT_EVENT_TYPES), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'What to hear of; left out: everything, also kinds that are added later',
      }),
    ),
  },
  { title: 'ThreatSubscriptionRequest', additionalProperties: false },
);

const subscription = {
  id: uuid(),
  url: Type.String({ examples: [EXAMPLE_URL] }),
  description: nullable(Type.String({ examples: ['SIEM of the risk team'] })),
  eventTypes: Type.Array(enumOf(THREAT_EVENT_TYPES)),
  status: enumOf(THREAT_SUBSCRIPTION_STATUSES, {
    description: 'disabled: the subscriber answered 410; nothing is sent any more, delete it and create it anew',
  }),
  createdAt: timestamp(),
};

export const ThreatSubscriptionCreated = Type.Object(
  {
    ...subscription,
    secret: Type.String({
      description: 'Verifies the signatures with any Standard Webhooks library; shown only in this answer',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwxsLLZ7cZqHs='],
    }),
  },
  { title: 'ThreatSubscriptionCreated' },
);

const DeliveryHealth = Type.Object(
  {
    lastDeliveryAt: nullable(timestamp({ description: 'The latest attempt; null: none was made' })),
    lastStatus: nullable(enumOf(THREAT_ATTEMPT_RESULTS, { description: 'What came of the latest attempt' })),
    lastStatusCode: statusCode('HTTP status of the latest answer; null: there was none'),
    lastError: reason('Why the latest attempt did not deliver'),
    successRate24h: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Of the deliveries attempted in the last 24 hours (the latest 1,000 of them), the share whose latest attempt ' +
          'delivered; null: none was attempted',
        examples: [0.98],
      }),
    ),
    pendingDeliveries: Type.Integer({
      minimum: 0,
      description: 'Deliveries that wait for an attempt; 1,000 stands for that many or more',
      examples: [0],
    }),
  },
  { title: 'ThreatDeliveryHealth' },
);

export const ThreatSubscription = Type.Object(
  {
    ...subscription,
    disabledAt: nullable(timestamp()),
    disabledReason: nullable(Type.String({ examples: ['the subscriber answered 410'] })),
    health: DeliveryHealth,
  },
  { title: 'ThreatSubscription' },
);

export const ThreatSubscriptionPage = pageOf(ThreatSubscription);
export const ThreatSubscriptionQuery = Type.Object(pageParameters);

export const ThreatSubscriptionDeleted = Type.Object(
  { id: uuid(), deleted: Type.Literal(true) },
  { title: 'ThreatSubscriptionDeleted' },
);

const durationMs = Type.Number({ minimum: 0, examples: [84] });
const responseExcerpt = nullable(
  Type.String({ description: 'The first 200 characters of the answer', examples: ['ok'] }),
);

const ThreatDeliveryAttempt = Type.Object(
  {
    startedAt: timestamp(),
    durationMs,
    statusCode: statusCode('Null: no whole answer came in time'),
    error: reason('Null: it delivered'),
    responseExcerpt,
  },
  { title: 'ThreatDeliveryAttempt' },
);

export const ThreatDelivery = Type.Object(
  {
    id: uuid({ description: 'Also the header webhook-id of every attempt' }),
    eventId: uuid({ description: 'The threat that is announced' }),
    status: enumOf(THREAT_DELIVERY_STATUSES),
    attempts: Type.Integer({ minimum: 0, description: 'Attempts of this round; redelivery begins a new one' }),
    lastAttemptAt: nullable(timestamp()),
    lastStatusCode: statusCode('HTTP status of the latest answer; null: there was none'),
    lastError: reason('Why the latest attempt did not deliver'),
    nextAttemptAt: nullable(timestamp({ description: 'Null once it is settled' })),
    createdAt: timestamp(),
    completedAt: nullable(timestamp()),
    recentAttempts: Type.Array(ThreatDeliveryAttempt, { description: 'The latest eight, newest first' }),
  },
  { title: 'ThreatDelivery' },
);

export const ThreatDeliveryPage = pageOf(ThreatDelivery);
export const ThreatDeliveryQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(enumOf(THREAT_DELIVERY_STATUSES)),
});

export const ThreatPing = Type.Object(
  {
    id: uuid({ description: 'The header webhook-id of the test message' }),
    delivered: Type.Boolean({ description: 'Whether the receiver answered 2xx in time' }),
    statusCode: statusCode('Null: no whole answer came in time'),
    error: reason('Why it was not delivered'),
    responseExcerpt,
    sentAt: timestamp(),
    durationMs,
  },
  { title: 'ThreatPing' },
);
