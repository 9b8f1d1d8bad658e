import Type, { type Static } from 'typebox';
import { ACTIONS, OUTCOMES, POLICY_MODES, REASON_CODES, RISK_LEVELS } from '../../engine/vocabulary.ts';
import {
  amountMinor,
  clientId,
  currency,
  enumOf,
  jsonObject,
  storable,
  text,
  timestamp,
  uuid,
} from '../http/schema.ts';

const shortText = (example: string) => Type.Optional(text({ maxLength: 128, examples: [example] }));

/** Contextual sub-objects (spec section 2.9). */
export const Address = Type.Object(
  { country: shortText('US'), postalCode: shortText('94107'), city: shortText('San Francisco') },
  { title: 'Address' },
);
export const CardDetails = Type.Object(
  {
    bin: shortText('411111'),
    last4: shortText('1111'),
    network: shortText('visa'),
    issuingCountry: shortText('US'),
    cardType: shortText('credit'),
  },
  { title: 'CardDetails' },
);
export const DeviceMeta = Type.Object(
  {
    os: shortText('iOS 19'),
    browser: shortText('Safari'),
    language: shortText('en-US'),
    timezone: shortText('America/Los_Angeles'),
  },
  { title: 'DeviceMeta' },
);
export const IpGeo = Type.Object(
  {
    country: shortText('US'),
    region: shortText('CA'),
    city: shortText('San Francisco'),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  },
  { title: 'IpGeo' },
);

/** The contextual sub-objects that assess requests and events have in common. */
export const contextFields = {
  billingAddress: Type.Optional(Address),
  shippingAddress: Type.Optional(Address),
  cardDetails: Type.Optional(CardDetails),
  deviceMeta: Type.Optional(DeviceMeta),
  ipGeo: Type.Optional(IpGeo),
};

const identity = (description: string, example: string) =>
  Type.Optional(text({ maxLength: 512, description, examples: [example] }));

export const AssessmentRequest = Type.Object(
  {
    transactionId: clientId({
      description: "The client's id of the transaction or decision",
      examples: ['order-1001'],
    }),
    userId: clientId({ description: "A stable user id of the client's system", examples: ['user-42'] }),
    amountMinor: amountMinor(),
    currency: currency(),
    email: identity('', 'ada@example.com'),
    ipAddress: identity('', '203.0.113.7'),
    deviceFingerprint: identity('', 'device-9f2c'),
    phoneNumber: identity('', '+14155550100'),
    paymentMethodHash: identity('', 'pm-7d1e'),
    shippingAddressHash: identity('', 'addr-51aa'),
    scoringProfile: Type.Optional(
      text({ maxLength: 64, description: 'An unknown name is scored as `default`', examples: ['default'] }),
    ),
    metadata: Type.Optional(jsonObject()),
    ...contextFields,
  },
  { ...storable, title: 'AssessmentRequest', description: 'Spec section 2.5. Unknown fields are ignored.' },
);
export type AssessmentRequest = Static<typeof AssessmentRequest>;

export const AssessmentResponse = Type.Object(
  {
    assessmentId: uuid(),
    riskScore: Type.Number({ minimum: 0, maximum: 100 }),
    action: enumOf(ACTIONS, { description: "What the client should do, by the tenant's policy" }),
    recommendedAction: enumOf(ACTIONS, { description: "The engine's own reading of the score" }),
    policyMode: enumOf(POLICY_MODES),
    riskLevel: enumOf(RISK_LEVELS),
    reasonCodes: Type.Array(enumOf(Object.keys(REASON_CODES) as (keyof typeof REASON_CODES)[]), {
      description: 'Sorted by how much each contributed',
    }),
    featureContributions: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean()]), {
      description: 'Diagnostic signals; keys may be added over time',
    }),
    engineVersion: Type.String({ examples: ['1.1.0'] }),
    latencyMs: Type.Number({ minimum: 0, description: 'Evaluation time in milliseconds' }),
  },
  { title: 'AssessmentResponse', description: 'Spec section 2.4a' },
);
export type AssessmentResponse = Static<typeof AssessmentResponse>;

export const FeedbackRequest = Type.Object(
  { assessmentId: uuid(), outcome: enumOf(OUTCOMES) },
  { title: 'FeedbackRequest', additionalProperties: false },
);

export const FeedbackResponse = Type.Object(
  {
    assessmentId: uuid(),
    outcome: enumOf(OUTCOMES),
    status: Type.Literal('accepted'),
    recordedAt: timestamp(),
  },
  { title: 'FeedbackResponse' },
);
