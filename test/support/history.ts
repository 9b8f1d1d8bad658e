import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import type { Action, RiskLevel } from '../../engine/vocabulary.ts';
import { uuidv7 } from '../../platform/ids.ts';

type Pool = Pick<Database, 'pool'>;

export async function insertCompany({ pool }: Pool): Promise<string> {
  const id = randomUUID();
  await pool.query('insert into companies (id, name, created_at) values ($1, $2, now())', [id, 'Shop']);
  return id;
}

/** What is counted, listed and searched of an assessment made at a moment (milliseconds since the Unix epoch). */
export interface PastAssessment {
  at: number;
  action?: Action;
  riskLevel?: RiskLevel;
  score?: number;
  reasons?: string[];
  amountMinor?: number | null;
  transactionId?: string;
  userId?: string;
  externalEventId?: string | null;
}

/**
 * Stores assessments as if they had been made at those moments.
 *
 * @returns their ids, in the order given
 */
export async function insertAssessments(
  { pool }: Pool,
  companyId: string,
  assessments: readonly PastAssessment[],
): Promise<string[]> {
  const made = assessments.map((assessment) => ({
    ...{ action: 'allow', riskLevel: 'low', score: 12.5, transactionId: 'tx', userId: 'user' },
    ...assessment,
    id: uuidv7(assessment.at),
    at: new Date(assessment.at),
    reasons: assessment.reasons?.join() ?? '',
  }));
  await pool.query(
    `insert into assessments (company_id, id, source, transaction_id, user_id, external_event_id, amount_minor,
       occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level, reason_codes,
       feature_contributions, engine_version, latency_ms, indicators, request_context)
     select $1, id, 'assess', "transactionId", "userId", "externalEventId", "amountMinor", at, at, score, action, action,
       'hybrid', "riskLevel", string_to_array(reasons, ','), '{}', 'test', 1, '{}', '{}'
     from json_to_recordset($2) as made (id uuid, at timestamptz, score float8, action text, "riskLevel" text,
       reasons text, "amountMinor" bigint, "transactionId" text, "userId" text, "externalEventId" text)`,
    [companyId, JSON.stringify(made)],
  );
  return made.map(({ id }) => id);
}

export interface PastEvent {
  /** When it was received, and when it happened. */
  at: number;
  occurredAt?: number;
}

/** An event with its key, assessment, activity, an outcome and the evidence of it, received at a moment. */
export async function insertEvent(
  { pool }: Pool,
  companyId: string,
  { at, occurredAt = at }: PastEvent,
): Promise<void> {
  const [id, assessmentId, key] = [uuidv7(at), uuidv7(at), randomUUID()];
  await pool.query({
    name: 'insert-event',
    text: `
      with keys as (
        insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
        values ($1, $4, $2, $3, $5)
      ), stored as (
        insert into events (company_id, id, assessment_id, idempotency_key, external_event_id, event_source, event_type,
          user_id, occurred_at, received_at, payload)
        values ($1, $2, $3, $4, $4, 'test', 'login_event', 'user', $6, $5, '{}')
      ), assessed as (
        insert into assessments (company_id, id, source, transaction_id, user_id, occurred_at, created_at, risk_score,
          action, recommended_action, policy_mode, risk_level, reason_codes, feature_contributions, engine_version,
          latency_ms, indicators, request_context)
        values ($1, $3, 'ingest', $4, 'user', $6, $5, 1, 'allow', 'allow', 'hybrid', 'low', '{}', '{}', '1', 1, '{}', '{}')
      ), history as (
        insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, user_fp, transaction_fp)
        values ($1, $1, $6, $3, 'login_event', 1, 1)
      ), outcomes as (
        insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at, applied_at)
        values ($1, $2, $3, 'approved', 'feedback', $5, $5)
      )
      insert into evidence (company_id, entity_key, assessment_id, user_key, entity_type, fraud_weight, legitimate_weight,
        event_at, known_since)
      values ($1, $1, $3, $1, 'user', 0, 1, $6, $5)`,
    values: [companyId, id, assessmentId, key, new Date(at), new Date(occurredAt)],
  });
}
