import type { AnsweredAssessment } from '../../db/queries/assessments.ts';
import type { AssessmentResponse } from './schemas.ts';

export function presentAssessment(assessment: AnsweredAssessment): AssessmentResponse {
  return {
    assessmentId: assessment.id,
    riskScore: assessment.riskScore,
    action: assessment.action,
    recommendedAction: assessment.recommendedAction,
    policyMode: assessment.policyMode,
    riskLevel: assessment.riskLevel,
    reasonCodes: assessment.reasonCodes as AssessmentResponse['reasonCodes'],
    featureContributions: assessment.featureContributions,
    engineVersion: assessment.engineVersion,
    latencyMs: assessment.latencyMs,
  };
}
