import type { Knex } from 'knex';
import type { EntityType, Outcome } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';
import { latestEventSql } from './event-time.ts';
import type { IndicatorSnapshot, LabelOutcome } from './record-assessment.ts';

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

export interface OutcomeTarget {
  assessmentId: string;
  /** Entity of the tenant: its latest event time is since when the outcome is known (design, section 2.7). */
  tenantKey: HashKey;
  now: Date;
}

/** An assessment with the outcome that stands. */
export interface LabelledAssessment {
  /** The outcomes that were looked at, the latest first. */
  feedbackIds: string[];
  transactionId: string;
  userKey: HashKey;
  /** The user and the indicators, in key order: two labels that share some cannot wait for each other. */
  entities: { type: EntityType; key: HashKey }[];
  weights: { fraud: number; legitimate: number };
  eventAt: Date;
  knownSince: Date;
}

/**
 * Makes the evidence of one assessment follow its standing outcome: what later assessments of its user and indicators
 * look at. Touches rows of this assessment alone; what follows for others is the work of a job. Safe to repeat, and in
 * any order, so a corrected outcome undoes the one before.
 */
export async function recordEvidence(connection: Connection, companyId: string, target: OutcomeTarget): Promise<void> {
  await connection.transaction((transaction) => followOutcome(transaction, companyId, target));
}

/** `recordEvidence` in a transaction of the caller, which holds the outcome until it ends. */
export async function followOutcome(
  transaction: Knex.Transaction,
  companyId: string,
  target: OutcomeTarget,
): Promise<LabelledAssessment | undefined> {
  await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [
    `${companyId}:${target.assessmentId}`,
  ]);
  const labelled = await findLabelled(transaction, companyId, target);
  if (labelled) await upsertEvidence(transaction, companyId, target.assessmentId, labelled);
  return labelled;
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

/** More outcomes than anybody gives an assessment. */
export const OUTCOMES_LOOKED_AT = 100;

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
  { assessmentId, tenantKey, now }: OutcomeTarget,
): Promise<LabelledAssessment | undefined> {
  const { rows } = await transaction.raw<{ rows: TargetRow[] }>(
    `select assessments.transaction_id, assessments.indicators, assessments.occurred_at, outcomes.history,
       least(
         ${latestEventSql(':companyId', ':tenantKey')},
         greatest(cast(:now as timestamptz), least(assessments.occurred_at, cast(:now as timestamptz) + interval '1 day'))
       ) as known_since
     from assessments
     join lateral (
       select json_agg(json_build_object('id', id, 'outcome', outcome) order by id desc) as history
       from (
         select id, outcome from feedback where company_id = :companyId and assessment_id = assessments.id
         order by id desc limit ${OUTCOMES_LOOKED_AT}
       ) recent
     ) outcomes on outcomes.history is not null
     where assessments.company_id = :companyId and assessments.id = :assessmentId`,
    { companyId, assessmentId, tenantKey, now },
  );
  return rows[0] && toLabelled(rows[0]);
}

function toLabelled({ transaction_id, indicators, occurred_at, history, known_since }: TargetRow): LabelledAssessment {
  return {
    feedbackIds: history.map(({ id }) => id),
    transactionId: transaction_id,
    userKey: indicators.userKey,
    entities: [{ type: 'user' as const, key: indicators.userKey }, ...indicators.indicators].sort((one, other) =>
      one.key < other.key ? -1 : 1,
    ),
    weights: OUTCOME_WEIGHTS[standingOutcome(history.map(({ outcome }) => outcome))],
    eventAt: occurred_at,
    knownSince: known_since,
  };
}

/** An outcome that says what the evidence says already leaves it as it is, known since it was. */
async function upsertEvidence(
  transaction: Knex.Transaction,
  companyId: string,
  assessmentId: string,
  { userKey, entities, weights, eventAt, knownSince }: LabelledAssessment,
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
    .merge(['fraud_weight', 'legitimate_weight', 'known_since'])
    .whereRaw(
      '(evidence.fraud_weight, evidence.legitimate_weight) <> (excluded.fraud_weight, excluded.legitimate_weight)',
    );
}
