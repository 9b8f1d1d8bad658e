import type { Knex } from 'knex';
import type { EntityType, Outcome } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';
import { reportThreats } from './global-threats.ts';
import type { IndicatorSnapshot, LabelOutcome } from './record-assessment.ts';

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

/** Stores an outcome; `applyFeedback` turns it into evidence. The history of an assessment's outcomes is kept. */
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

type StoredOutcome = Outcome | LabelOutcome;

/** What an outcome says: the weight of fraud and of legitimate use it adds to the user and indicators. */
export const OUTCOME_WEIGHTS: Readonly<Record<StoredOutcome, { fraud: number; legitimate: number }>> = {
  confirmed_fraud: { fraud: 1, legitimate: 0 },
  chargeback: { fraud: 1, legitimate: 0 },
  dispute: { fraud: 0.5, legitimate: 0 },
  rejected: { fraud: 0.3, legitimate: 0 },
  approved: { fraud: 0, legitimate: 1 },
  false_positive: { fraud: 0, legitimate: 1 },
};

/**
 * Makes the evidence of one assessment follow its latest outcome, and the global threats follow the evidence. Safe to
 * repeat, and in any order: it always applies the latest outcome, so a corrected one undoes the one before.
 *
 * @param tenantKey entity of the tenant: its latest event time is since when the outcome is known (design, section 2.7)
 */
export async function applyFeedback(
  connection: Connection,
  companyId: string,
  { assessmentId, tenantKey, now }: { assessmentId: string; tenantKey: HashKey; now: Date },
): Promise<void> {
  await connection.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [`${companyId}:${assessmentId}`]);
    const target = await findLabelled(transaction, companyId, { assessmentId, tenantKey, now });
    const seen = target?.history[0]?.id;
    if (target && seen !== undefined) {
      const labelled = toLabelled(target);
      await upsertEvidence(transaction, companyId, assessmentId, labelled);
      const { transactionId, entities, weights } = labelled;
      const report = { assessmentId, transactionId, entities, confirmedFraud: weights.fraud >= 1 };
      await reportThreats(transaction, companyId, report, now);
    }
    // An outcome that came after this look is not applied yet. One whose assessment is gone has nothing to apply to.
    await transaction('feedback')
      .where({ company_id: companyId, assessment_id: assessmentId })
      .whereNull('applied_at')
      .where('id', '<=', seen ?? LATEST_POSSIBLE_ID)
      .update({ applied_at: now });
  });
}

/** Outcomes that were stored but not applied before a moment: a process died in between. Of any company, oldest first. */
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

/**
 * The outcome that counts: the latest, but a dispute is only a suspicion and takes nothing back from confirmed fraud,
 * in whatever order the two arrive.
 *
 * @param outcomes of one assessment, the latest first, at least one
 */
export function standingOutcome(outcomes: readonly StoredOutcome[]): StoredOutcome {
  const latest = outcomes[0] ?? 'dispute';
  const beforeDisputes = outcomes.find((outcome) => outcome !== 'dispute');
  return latest === 'dispute' && beforeDisputes && OUTCOME_WEIGHTS[beforeDisputes].fraud >= 1 ? beforeDisputes : latest;
}

/** No id of ours is later. */
const LATEST_POSSIBLE_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface TargetRow {
  transaction_id: string;
  indicators: IndicatorSnapshot;
  occurred_at: Date;
  /** The latest first. */
  history: { id: string; outcome: StoredOutcome }[];
  known_since: Date;
}

async function findLabelled(
  transaction: Knex.Transaction,
  companyId: string,
  { assessmentId, tenantKey, now }: { assessmentId: string; tenantKey: HashKey; now: Date },
): Promise<TargetRow | undefined> {
  const { rows } = await transaction.raw<{ rows: TargetRow[] }>(
    `select assessments.transaction_id, assessments.indicators, assessments.occurred_at, outcomes.history,
       least(
         (select occurred_at from activity where company_id = :companyId and entity_key = :tenantKey
          order by occurred_at desc limit 1),
         greatest(cast(:now as timestamptz), assessments.occurred_at)
       ) as known_since
     from assessments
     join lateral (
       select json_agg(json_build_object('id', id, 'outcome', outcome) order by id desc) as history
       from (
         select id, outcome from feedback where company_id = :companyId and assessment_id = assessments.id
         order by id desc limit 20
       ) recent
     ) outcomes on outcomes.history is not null
     where assessments.company_id = :companyId and assessments.id = :assessmentId`,
    { companyId, assessmentId, tenantKey, now },
  );
  return rows[0];
}

interface Labelled {
  transactionId: string;
  userKey: HashKey;
  entities: { type: EntityType; key: HashKey }[];
  weights: { fraud: number; legitimate: number };
  eventAt: Date;
  knownSince: Date;
}

function toLabelled({ transaction_id, indicators, occurred_at, history, known_since }: TargetRow): Labelled {
  return {
    transactionId: transaction_id,
    userKey: indicators.userKey,
    // In key order, so that two labels that share indicators cannot wait for each other.
    entities: [{ type: 'user' as const, key: indicators.userKey }, ...indicators.indicators].sort((one, other) =>
      one.key < other.key ? -1 : 1,
    ),
    weights: OUTCOME_WEIGHTS[standingOutcome(history.map(({ outcome }) => outcome))],
    eventAt: occurred_at,
    knownSince: known_since,
  };
}

async function upsertEvidence(
  transaction: Knex.Transaction,
  companyId: string,
  assessmentId: string,
  { userKey, entities, weights, eventAt, knownSince }: Labelled,
): Promise<void> {
  await transaction('evidence')
    .insert(
      entities.map(({ type, key }) => ({
        company_id: companyId,
        entity_key: key,
        assessment_id: assessmentId,
        user_key: userKey,
        entity_type: type,
        fraud_weight: weights.fraud,
        legitimate_weight: weights.legitimate,
        event_at: eventAt,
        known_since: knownSince,
      })),
    )
    .onConflict(['company_id', 'entity_key', 'assessment_id'])
    .merge(['fraud_weight', 'legitimate_weight', 'known_since']);
}
