import type { Action, PolicyMode, RiskLevel } from '../../engine/vocabulary.ts';
import type { HotConnection } from '../connect.ts';
import type { AssessmentRecord } from './record-assessment.ts';

/** What an assessment answered. */
export type AnsweredAssessment = Pick<
  AssessmentRecord,
  | 'id'
  | 'riskScore'
  | 'action'
  | 'recommendedAction'
  | 'policyMode'
  | 'riskLevel'
  | 'reasonCodes'
  | 'featureContributions'
  | 'engineVersion'
  | 'latencyMs'
>;

/** The columns of what an assessment answered. */
export interface AnsweredRow {
  id: string;
  risk_score: number;
  action: Action;
  recommended_action: Action;
  policy_mode: PolicyMode;
  risk_level: RiskLevel;
  reason_codes: string[];
  feature_contributions: AssessmentRecord['featureContributions'];
  engine_version: string;
  latency_ms: number;
}

/** The event that claimed an idempotency key, with its assessment as it was answered. */
export async function findEventByKey(
  connection: HotConnection,
  companyId: string,
  idempotencyKey: string,
): Promise<{ eventId: string; assessment: AnsweredAssessment } | undefined> {
  const { rows } = await connection.query<AnsweredRow & { event_id: string }>({
    name: 'event-by-key',
    text: `
      select event_keys.event_id, assessments.id, risk_score, action, recommended_action, policy_mode, risk_level, reason_codes,
        feature_contributions, engine_version, latency_ms
      from event_keys
      join assessments on assessments.company_id = event_keys.company_id and assessments.id = event_keys.assessment_id
      where event_keys.company_id = $1 and event_keys.idempotency_key = $2`,
    values: [companyId, idempotencyKey],
  });
  const row = rows[0];
  return row && { eventId: row.event_id, assessment: toAnswered(row) };
}

export function toAnswered(row: AnsweredRow): AnsweredAssessment {
  return {
    id: row.id,
    riskScore: row.risk_score,
    action: row.action,
    recommendedAction: row.recommended_action,
    policyMode: row.policy_mode,
    riskLevel: row.risk_level,
    reasonCodes: row.reason_codes,
    featureContributions: row.feature_contributions,
    engineVersion: row.engine_version,
    latencyMs: row.latency_ms,
  };
}

/** Assessments of one user and transaction, the latest first: what a chargeback or dispute speaks of. */
export async function listAssessmentsOfTransaction(
  connection: HotConnection,
  companyId: string,
  { transactionId, userId, limit }: { transactionId: string; userId: string; limit: number },
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>({
    name: 'assessments-of-transaction',
    text: `select id from assessments where company_id = $1 and transaction_id = $2 and user_id = $3 order by id desc limit $4`,
    values: [companyId, transactionId, userId, limit],
  });
  return rows.map(({ id }) => id);
}
