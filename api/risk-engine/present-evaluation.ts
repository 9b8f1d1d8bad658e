import type { Evaluation } from '../../db/queries/evaluations.ts';
import { RequestContextResponse, type EvaluationDetail, type EvaluationItem } from './evaluation-schemas.ts';
import { presentAssessment } from './present.ts';

export function presentEvaluation(evaluation: Evaluation): EvaluationItem {
  return {
    ...presentAssessment(evaluation),
    id: evaluation.id,
    finalScore: evaluation.riskScore,
    source: evaluation.source,
    eventType: evaluation.eventType,
    transactionId: evaluation.transactionId,
    userId: evaluation.userId,
    amountMinor: evaluation.amountMinor,
    currency: evaluation.currency,
    feedbackOutcome: evaluation.feedbackOutcome,
    reviewStatus: evaluation.reviewStatus,
    createdAt: evaluation.createdAt.toISOString(),
  };
}

export function presentEvaluationDetail(evaluation: Evaluation & { requestContext: object }): EvaluationDetail {
  return {
    ...presentEvaluation(evaluation),
    externalEventId: evaluation.externalEventId,
    occurredAt: evaluation.occurredAt.toISOString(),
    requestContext: pickKnown(evaluation.requestContext, RequestContextResponse),
  };
}

/** A client may have sent more about places and devices than the specification names: what nobody masked is not shown. */
function pickKnown(value: object, shape: object): object {
  const { properties = {} } = shape as { properties?: Record<string, object> };
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (!known) return [];
      return [[key, typeof field === 'object' && field !== null ? pickKnown(field, known) : field]];
    }),
  );
}
