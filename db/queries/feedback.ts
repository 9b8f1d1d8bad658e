import type { Outcome } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';

export interface FeedbackRecord {
  id: string;
  assessmentId: string;
  outcome: Outcome;
  submittedBy: string;
  recordedAt: Date;
}

/** Whether the company has this assessment. */
export async function hasAssessment(connection: Connection, companyId: string, assessmentId: string): Promise<boolean> {
  const row: unknown = await connection('assessments')
    .select(1)
    .where({ company_id: companyId, id: assessmentId })
    .first();
  return row !== undefined;
}

/** Stores an outcome, not applied yet. The history of an assessment's outcomes is kept. */
export async function insertFeedback(
  connection: Connection,
  companyId: string,
  feedback: FeedbackRecord,
): Promise<void> {
  await connection('feedback').insert({
    company_id: companyId,
    id: feedback.id,
    assessment_id: feedback.assessmentId,
    outcome: feedback.outcome,
    source: 'feedback',
    submitted_by: feedback.submittedBy,
    recorded_at: feedback.recordedAt,
  });
}

/** Assessments with outcomes stored before a moment and not applied yet: a signal was lost. Of any company, oldest first. */
export async function listUnappliedFeedback(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<{ companyId: string; assessmentId: string }[]> {
  return connection('feedback')
    .select('company_id as companyId', 'assessment_id as assessmentId')
    .whereNull('applied_at')
    .where('recorded_at', '<', before)
    .orderBy('recorded_at')
    .limit(limit);
}
