import Type, { type Static } from 'typebox';
import { ACTIONS, REVIEW_STATUSES, RISK_LEVELS } from '../../engine/vocabulary.ts';
import { enumOf, nullable, pageOf, pageParameters, reasonCode, text, timestamp, uuid } from '../http/schema.ts';

/** Cases are opened and listed here. */
export const REVIEWS_PATH = '/reviews';

const NOTE_LENGTH = 10_000;
const NOTE_EXAMPLE = 'Called the customer: the order is theirs.';
const note = (description: string) =>
  Type.Optional(text({ maxLength: NOTE_LENGTH, description, examples: [NOTE_EXAMPLE] }));

/** Who the analyst is, the token says: a body that claims it is refused like any unknown field. */
export const OpenReviewRequest = Type.Object(
  {
    assessmentId: uuid({ description: 'The assessment the case is about' }),
    analystNote: note('What the analyst wants to keep with the case'),
  },
  { title: 'OpenReviewRequest', additionalProperties: false },
);

export const MoveReviewRequest = Type.Object(
  {
    reviewId: uuid(),
    status: enumOf(REVIEW_STATUSES, { description: 'Where the case goes', examples: ['in_review'] }),
    expectedStatus: Type.Optional(
      enumOf(REVIEW_STATUSES, {
        description: 'Where the caller saw the case: if it has moved since, nothing is changed (409)',
        examples: ['open'],
      }),
    ),
    analystNote: note('Replaces the note of the case; left out, the note stays'),
  },
  { title: 'MoveReviewRequest', additionalProperties: false },
);

export const ReviewsQuery = Type.Object({
  status: Type.Optional(enumOf(REVIEW_STATUSES, { description: 'Only cases of this status' })),
  ...pageParameters,
});

export const ReviewParams = Type.Object({ id: uuid({ description: 'The case' }) });

const reviewFields = {
  id: uuid(),
  assessmentId: uuid(),
  status: enumOf(REVIEW_STATUSES),
  analystId: Type.String({ description: 'Who opened the case', examples: ['01900000-0000-7000-8000-000000000001'] }),
  analystEmail: Type.String({ examples: ['ada@example.com'] }),
  analystNote: nullable(Type.String({ examples: [NOTE_EXAMPLE] })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  closedAt: nullable(timestamp({ description: 'When a terminal status was reached' })),
};

export const Review = Type.Object(reviewFields, { title: 'Review', description: 'Spec section 2.11' });
export type Review = Static<typeof Review>;

export const ReviewPage = pageOf(Review);

const ReviewedAssessment = Type.Object(
  {
    id: uuid(),
    finalScore: Type.Number({ minimum: 0, maximum: 100, examples: [87.5] }),
    action: enumOf(ACTIONS),
    riskLevel: enumOf(RISK_LEVELS),
    reasonCodes: Type.Array(reasonCode()),
    createdAt: timestamp(),
  },
  { title: 'ReviewedAssessment' },
);

const ReviewMove = Type.Object(
  {
    from: nullable(enumOf(REVIEW_STATUSES)),
    to: enumOf(REVIEW_STATUSES),
    actorId: Type.String({ examples: ['01900000-0000-7000-8000-000000000001'] }),
    actorEmail: Type.String({ examples: ['ada@example.com'] }),
    at: timestamp(),
  },
  { title: 'ReviewMove', description: 'One step of a case; the first has no from.' },
);

export const ReviewDetails = Type.Object(
  {
    ...reviewFields,
    assessment: nullable(ReviewedAssessment),
    history: Type.Array(ReviewMove, { description: 'All steps, the first one first' }),
  },
  {
    title: 'ReviewDetails',
    description: 'Spec section 2.11. The assessment is null once it is older than what the service keeps.',
  },
);
export type ReviewDetails = Static<typeof ReviewDetails>;
