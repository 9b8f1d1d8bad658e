import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import type { Outcome } from '../../engine/vocabulary.ts';
import { uuidv7 } from '../../platform/ids.ts';

/** An assessment of the past whose outcome is known. */
export interface PastOutcome {
  outcome: Outcome;
  score: number;
  contributions: Record<string, number | string | boolean>;
}

/** The millisecond of the latest outcome: what is stored later is told later, however short the time between. */
let latest = 0;

/** Stores assessments with their outcomes, applied already, as if they had come in this order and just now. */
export async function insertOutcomes(
  { pool }: Pick<Database, 'pool'>,
  companyId: string,
  outcomes: readonly PastOutcome[],
): Promise<void> {
  const now = Date.now();
  const first = Math.max(now - outcomes.length, latest + 1);
  latest = first + outcomes.length - 1;
  const made = outcomes.map((outcome, at) => ({
    ...outcome,
    id: uuidv7(now),
    // Outcomes are told by the order of their ids.
    feedback: uuidv7(first + at),
    transaction: randomUUID(),
    at: new Date(now - (outcomes.length - at) * 60_000),
  }));
  await pool.query(
    `with made as (
       select * from json_to_recordset($2) as made (id uuid, feedback uuid, transaction text, at timestamptz,
         outcome text, score float8, contributions json)
     ),
     assessed as (
       insert into assessments (company_id, id, source, transaction_id, user_id, amount_minor, currency, occurred_at,
         created_at, risk_score, action, recommended_action, policy_mode, risk_level, reason_codes,
         feature_contributions, engine_version, latency_ms, indicators, request_context)
       select $1, id, 'assess', transaction, 'user', 1000, 'USD', at, at, score, 'allow', 'allow', 'hybrid', 'low', '{}',
         contributions, 'test', 1, '{"userKey": "${randomUUID()}", "indicators": []}', '{}' from made
     )
     insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at, applied_at)
     select $1, feedback, id, outcome, 'feedback', at, at from made`,
    [companyId, JSON.stringify(made)],
  );
}
