import Type, { type Static } from 'typebox';
import { ACTIONS, OUTCOMES, POLICY_MODES, RISK_LEVELS } from '../../engine/vocabulary.ts';
import {
  amountMinor,
  clientId,
  currency,
  enumOf,
  jsonObject,
  reasonCode,
  storable,
  text,
  timestamp,
  uuid,
} from '../http/schema.ts';

const shortText = (example: string) => Type.Optional(text({ maxLength: 128, examples: [example] }));

/** Contextual sub-objects (spec section 2.9). */
export const Address = Type.Object(
  { country: shortText('US'), postalCode: shortText('94107'), city: shortText('San Francisco') },
  { title: 'Address', description: 'A billing or shipping address, as coarse as you like' },
);
export const CardDetails = Type.Object(
  {
    bin: shortText('411111'),
    last4: shortText('1111'),
    network: shortText('visa'),
    issuingCountry: shortText('US'),
    cardType: shortText('credit'),
  },
  { title: 'CardDetails', description: 'What may be kept of a card; never its whole number' },
);
export const DeviceMeta = Type.Object(
  {
    os: shortText('iOS 19'),
    browser: shortText('Safari'),
    language: shortText('en-US'),
    timezone: shortText('America/Los_Angeles'),
  },
  { title: 'DeviceMeta', description: 'What the device says about itself' },
);
export const IpGeo = Type.Object(
  {
    country: shortText('US'),
    region: shortText('CA'),
    city: shortText('San Francisco'),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, examples: [37.78] })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, examples: [-122.4] })),
  },
  { title: 'IpGeo', description: 'Where the IP address is, by your own look-up' },
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
    amountMinor: amountMinor({ description: 'In minor units of the currency: 12900 is USD 129.00' }),
    currency: currency(),
    email: identity("The customer's e-mail address", 'ada@example.com'),
    ipAddress: identity('The IPv4 or IPv6 address the customer comes from', '203.0.113.7'),
    deviceFingerprint: identity('A stable id of the device; `metadata.deviceId` of events', 'device-9f2c'),
    phoneNumber: identity('The phone number, best in E.164 form', '+14155550100'),
    paymentMethodHash: identity(
      'A stable fingerprint of the payment method, never a card number; `paymentDetails.fingerprint` of events',
      'pm-7d1e',
    ),
    shippingAddressHash: identity('A stable hash of the shipping address, made by you', 'addr-51aa'),
    scoringProfile: Type.Optional(
      text({
        maxLength: 64,
        description:
          'default: the same for everybody; adaptive: learned from your outcomes, once that has proved better. Left out: the ' +
          'profile of the policy. An unknown name is scored as `default`',
        examples: ['default'],
      }),
    ),
    metadata: Type.Optional(
      jsonObject({
        description: 'Whatever else you want stored with it',
        examples: [{ channel: 'web', cartItems: 3 }],
      }),
    ),
    ...contextFields,
  },
  {
    ...storable,
    title: 'AssessmentRequest',
    description:
      'One transaction or decision. The more identity signals it carries, the same ones as in your events, the better the ' +
      'score. Unknown fields are ignored.',
  },
);
export type AssessmentRequest = Static<typeof AssessmentRequest>;

export const AssessmentResponse = Type.Object(
  {
    assessmentId: uuid({ description: 'The stored assessment; name it when you report the outcome' }),
    riskScore: Type.Number({ minimum: 0, maximum: 100, description: 'The final score', examples: [73.17] }),
    action: enumOf(ACTIONS, { description: 'What to do, by the policy of the company', examples: ['review'] }),
    recommendedAction: enumOf(ACTIONS, {
      description: "The engine's own reading of the score: review from 50, block from 80",
      examples: ['review'],
    }),
    policyMode: enumOf(POLICY_MODES, {
      description:
        'hybrid: the policy decides; advisory: it never blocks by itself; shadow: the action is always allow, all is recorded',
    }),
    riskLevel: enumOf(RISK_LEVELS, {
      description: 'low < 30 ≤ medium < 60 ≤ high < 80 ≤ critical',
      examples: ['high'],
    }),
    reasonCodes: Type.Array(reasonCode(), {
      description: 'Why, sorted by how much each contributed',
      examples: [['GRAPH_FRAUD_NEIGHBOR', 'VELOCITY_ZSCORE_SPIKE']],
    }),
    featureContributions: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean()]), {
      description: 'The signals the score can be recomputed from; keys may be added at any time, ignore unknown ones',
      examples: [
        {
          scoringProfile: 'default',
          evidenceScale: 3,
          graphScore: 45,
          graphWeight: 0.45,
          velocityScore: 30,
          velocityWeight: 0.35,
          indicatorScore: 20,
          indicatorWeight: 0.2,
          knnFraudSimilarity: 0.72,
        },
      ],
    }),
    engineVersion: Type.String({ description: 'The release that scored', examples: ['1.2.0'] }),
    latencyMs: Type.Number({ minimum: 0, description: 'Evaluation time in milliseconds', examples: [8.21] }),
  },
  { title: 'AssessmentResponse', description: 'A stored assessment' },
);
export type AssessmentResponse = Static<typeof AssessmentResponse>;

export const FeedbackRequest = Type.Object(
  {
    assessmentId: uuid({ description: 'From the answer to an assessment or an event' }),
    outcome: enumOf(OUTCOMES, { description: 'What it turned out to be', examples: ['confirmed_fraud'] }),
  },
  { title: 'FeedbackRequest', additionalProperties: false },
);

export const FeedbackResponse = Type.Object(
  {
    assessmentId: uuid(),
    outcome: enumOf(OUTCOMES, { examples: ['confirmed_fraud'] }),
    status: Type.Literal('accepted'),
    recordedAt: timestamp({ description: 'When the outcome was recorded' }),
  },
  { title: 'FeedbackResponse' },
);
