import Type, { type Static } from 'typebox';
import {
  ACTIONS,
  ASSESSMENT_SOURCES,
  EVALUATION_SORTS,
  EVENT_TYPES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  STANDING_OUTCOMES,
} from '../../engine/vocabulary.ts';
import { enumOf, nullable, pageOf, pageParameters, reasonCode, text, timestamp, uuid } from '../http/schema.ts';
import { timeRangeParameters } from '../http/time-range.ts';
import { AssessmentResponse, contextFields } from './schemas.ts';

/** The query of GET /risk-engine/evaluations (spec section 4.4). */
export const EvaluationListQuery = Type.Object({
  ...pageParameters,
  action: Type.Optional(enumOf(ACTIONS)),
  riskLevel: Type.Optional(enumOf(RISK_LEVELS)),
  reasonCode: Type.Optional(reasonCode({ description: 'Only those with this reason among theirs' })),
  minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Only scores from this one on' })),
  maxScore: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'Only scores below this one', examples: [80] }),
  ),
  ...timeRangeParameters,
  search: Type.Optional(
    text({
      minLength: 1,
      maxLength: 256,
      description:
        'How the transactionId, the userId or the externalEventId starts: upper and lower case differ, no character is a wildcard. ' +
        'The whole id finds it at once; a beginning that very many share takes longer',
      examples: ['order-1001'],
    }),
  ),
  sort: enumOf(EVALUATION_SORTS, {
    default: 'createdAt:desc',
    description: '`field:direction`. Those alike are in the order of their ids; those without an amount come last',
  }),
  requireUserId: Type.Boolean({
    default: false,
    description: 'Leaves out evaluations without a user. There are none: assessments and events always name one',
  }),
});

const fields = {
  ...AssessmentResponse.properties,
  id: uuid({ description: 'The same as assessmentId' }),
  finalScore: Type.Number({ minimum: 0, maximum: 100, description: 'The same as riskScore' }),
  source: enumOf(ASSESSMENT_SOURCES, { description: 'The endpoint it was made by' }),
  eventType: Type.Union([enumOf(EVENT_TYPES), Type.Null()], { description: 'Null unless the source is ingest' }),
  transactionId: Type.String({ examples: ['order-1001'] }),
  userId: Type.String({ examples: ['user-42'] }),
  amountMinor: nullable(Type.Integer({ minimum: 0, examples: [12_900] })),
  currency: nullable(Type.String({ examples: ['USD'] })),
  feedbackOutcome: Type.Union([enumOf(STANDING_OUTCOMES), Type.Null()], {
    description:
      'The latest outcome reported, by feedback or an event; null when there is none. A `dispute` is only a suspicion: ' +
      'it never takes the place of a chargeback or confirmed fraud',
  }),
  reviewStatus: Type.Union([enumOf(REVIEW_STATUSES), Type.Null()], {
    description: 'Of the latest review case; null when there is none',
  }),
  createdAt: timestamp(),
};

/** A stored evaluation (spec section 2.15, contract section 4). */
export const EvaluationItem = Type.Object(fields, { title: 'Evaluation' });
export type EvaluationItem = Static<typeof EvaluationItem>;

export const EvaluationPage = Type.Object(pageOf(EvaluationItem).properties, { title: 'EvaluationPage' });

const masked = (example: string) => Type.Optional(Type.String({ examples: [example] }));

/** What was sent beside the scored fields. */
export const RequestContextResponse = Type.Object(
  {
    email: masked('ada***om'),
    ipAddress: masked('203***.7'),
    phoneNumber: masked('+14***00'),
    deviceFingerprint: masked('dev***2c'),
    paymentMethodHash: masked('pm-***1e'),
    shippingAddressHash: masked('add***aa'),
    ...contextFields,
  },
  { title: 'RequestContext', description: 'Of personal data the first three and the last two characters are kept' },
);
export type RequestContextResponse = Static<typeof RequestContextResponse>;

export const EvaluationDetail = Type.Object(
  {
    ...fields,
    externalEventId: nullable(
      Type.String({ description: "The event's id in the client's system", examples: ['evt-1'] }),
    ),
    occurredAt: timestamp({ description: 'Event time; for an assessed transaction the time of the request' }),
    requestContext: RequestContextResponse,
  },
  { title: 'EvaluationDetail' },
);
export type EvaluationDetail = Static<typeof EvaluationDetail>;
