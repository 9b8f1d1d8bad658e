import type { Review as StoredReview, ReviewMove, ReviewedAssessment } from '../../db/queries/reviews.ts';
import type { Review, ReviewDetails } from './schemas.ts';

export function presentReview(review: StoredReview): Review {
  return {
    id: review.id,
    assessmentId: review.assessmentId,
    status: review.status,
    analystId: review.analystId,
    analystEmail: review.analystEmail,
    analystNote: review.analystNote,
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
    closedAt: review.closedAt?.toISOString() ?? null,
  };
}

export function presentReviewDetails(
  review: StoredReview,
  assessment: ReviewedAssessment | undefined,
  moves: readonly ReviewMove[],
): ReviewDetails {
  return {
    ...presentReview(review),
    assessment: assessment ? presentAssessment(assessment) : null,
    history: moves.map(({ from, to, actorId, actorEmail, at }) => ({
      from,
      to,
      actorId,
      actorEmail,
      at: at.toISOString(),
    })),
  };
}

function presentAssessment(assessment: ReviewedAssessment): NonNullable<ReviewDetails['assessment']> {
  return {
    id: assessment.id,
    finalScore: assessment.finalScore,
    action: assessment.action,
    riskLevel: assessment.riskLevel,
    reasonCodes: assessment.reasonCodes as NonNullable<ReviewDetails['assessment']>['reasonCodes'],
    createdAt: assessment.createdAt.toISOString(),
  };
}
