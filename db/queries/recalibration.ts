import type { Knex } from 'knex';
import type { HashKey } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';
import { SCALED_WEIGHTS } from './evidence-decay.ts';
import { followOutcome, OUTCOMES_LOOKED_AT, type OutcomeTarget } from './evidence.ts';
import { reportThreats } from './global-threats.ts';
import { EVIDENCE_LIMIT } from './signal-statements.ts';

/** What followed from an outcome, for those who must be told after the commit. */
export interface Recalibration {
  /** The user whose label changed. */
  relabelledUser: HashKey | null;
  /** Indicators that became global threats. */
  newThreats: number;
}

const NOTHING_FOLLOWED: Recalibration = { relabelledUser: null, newThreats: 0 };

/**
 * Makes everything that is shared follow the outcome of one assessment: the calibrations of its user and indicators,
 * the label of the user (with a mark that its neighbourhood in the graph is due), and the global threats. One
 * transaction; safe to repeat and in any order, since each piece of evidence knows what is counted of it.
 */
export async function recalibrate(
  connection: Connection,
  companyId: string,
  target: OutcomeTarget,
): Promise<Recalibration> {
  return connection.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock_shared(hashtextextended(?, 3))', [companyId]);
    const labelled = await followOutcome(transaction, companyId, target);
    let followed = NOTHING_FOLLOWED;
    if (labelled) {
      const { assessmentId, now } = target;
      const { entities, transactionId, userKey, weights } = labelled;
      const keys = entities.map(({ key }) => key);
      await transaction.raw(COUNT_EVIDENCE, { companyId, assessmentId, keys, now });
      const relabelled = await relabelUser(transaction, companyId, { userKey, now });
      const report = { assessmentId, transactionId, entities, confirmedFraud: weights.fraud >= 1 };
      const newThreats = await reportThreats(transaction, companyId, report, now);
      followed = { relabelledUser: relabelled ? userKey : null, newThreats };
    }
    await markApplied(transaction, companyId, target, labelled?.feedbackIds);
    return followed;
  });
}

/** Adds the difference between what the evidence says and what is counted of it. Rows in key order: see LabelledAssessment. */
const COUNT_EVIDENCE = `
  with due as (
    select entity_key, entity_type, ${SCALED_WEIGHTS.fraud} as fraud, ${SCALED_WEIGHTS.legitimate} as legitimate,
      ${SCALED_WEIGHTS.confirmed} as confirmed, counted_fraud, counted_legitimate, counted_confirmed
    from evidence
    where company_id = :companyId and entity_key = any (cast(:keys as uuid[])) and assessment_id = :assessmentId
  ),
  counted as (
    update evidence set counted_fraud = due.fraud, counted_legitimate = due.legitimate, counted_confirmed = due.confirmed
    from due
    where evidence.company_id = :companyId and evidence.entity_key = due.entity_key
      and evidence.assessment_id = :assessmentId
  )
  insert into calibrations (company_id, entity_key, entity_type, fraud_weight, legitimate_weight, confirmed_fraud,
    outcomes, updated_at)
  select :companyId, entity_key, entity_type, fraud - counted_fraud, legitimate - counted_legitimate,
    confirmed - counted_confirmed, cast(counted_fraud + counted_legitimate = 0 as int), :now
  from due order by entity_key
  on conflict (company_id, entity_key) do update set
    fraud_weight = calibrations.fraud_weight + excluded.fraud_weight,
    legitimate_weight = calibrations.legitimate_weight + excluded.legitimate_weight,
    confirmed_fraud = calibrations.confirmed_fraud + excluded.confirmed_fraud,
    outcomes = calibrations.outcomes + excluded.outcomes,
    updated_at = excluded.updated_at`;

/** A user is confirmed fraud while its latest outcomes say so more than they say the opposite. */
function confirmedFraudSql(companyId: string, userKey: string): string {
  return `(select coalesce(sum(fraud_weight) filter (where fraud_weight >= 1), 0) > coalesce(sum(legitimate_weight), 0)
    from (select fraud_weight, legitimate_weight from evidence
      where company_id = ${companyId} and entity_key = ${userKey}
      order by known_since desc limit ${EVIDENCE_LIMIT}) latest)`;
}

async function relabelUser(
  transaction: Knex.Transaction,
  companyId: string,
  { userKey, now }: { userKey: HashKey; now: Date },
): Promise<boolean> {
  // Locked before it is looked at: of two outcomes at once, the later transaction sees the evidence of the earlier.
  await transaction.raw('select 1 from risk_users where company_id = :companyId and user_key = :userKey for update', {
    companyId,
    userKey,
  });
  const { rows } = await transaction.raw<{ rows: unknown[] }>(
    `with label as (select ${confirmedFraudSql(':companyId', ':userKey')} as confirmed),
     relabelled as (
       update risk_users set confirmed_fraud = label.confirmed from label
       where company_id = :companyId and user_key = :userKey and confirmed_fraud <> label.confirmed
       returning 1
     )
     insert into graph_changes (company_id, user_key, id, changed_at)
     select :companyId, :userKey, :changeId, :now from relabelled
     returning 1`,
    { companyId, userKey, changeId: uuidv7(now.getTime()), now },
  );
  return rows.length > 0;
}

/**
 * Exactly the outcomes that were looked at: one that was committed since, whatever its id, has a job of its own. Those of
 * an assessment that is gone have nothing to apply to.
 */
async function markApplied(
  transaction: Knex.Transaction,
  companyId: string,
  { assessmentId, now }: OutcomeTarget,
  lookedAt: readonly string[] | undefined,
): Promise<void> {
  const waiting = transaction('feedback')
    .where({ company_id: companyId, assessment_id: assessmentId })
    .whereNull('applied_at');
  if (lookedAt) {
    // Beyond so many, older ones cannot be the standing outcome.
    const oldest = lookedAt[OUTCOMES_LOOKED_AT - 1];
    void waiting.where((outcome) => {
      void outcome.whereIn('id', lookedAt);
      if (oldest !== undefined) void outcome.orWhere('id', '<', oldest);
    });
  }
  await waiting.update({ applied_at: now });
}

/**
 * Counts all evidence of a company anew and relabels its users: the same numbers that single outcomes add up to, less
 * what rounding added over the years. Changes only what differs.
 */
export async function recalibrateFromScratch(connection: Connection, companyId: string, now: Date): Promise<void> {
  await connection.transaction(async (transaction) => {
    // Single outcomes hold this lock shared: none is counted while all are.
    await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 3))', [companyId]);
    for (const statement of FROM_SCRATCH) await transaction.raw(statement, { companyId, now });
  });
}

const FROM_SCRATCH = [
  `update evidence set counted_fraud = ${SCALED_WEIGHTS.fraud}, counted_legitimate = ${SCALED_WEIGHTS.legitimate},
     counted_confirmed = ${SCALED_WEIGHTS.confirmed}
   where company_id = :companyId and (counted_fraud, counted_legitimate, counted_confirmed)
     is distinct from (${SCALED_WEIGHTS.fraud}, ${SCALED_WEIGHTS.legitimate}, ${SCALED_WEIGHTS.confirmed})`,
  `insert into calibrations (company_id, entity_key, entity_type, fraud_weight, legitimate_weight, confirmed_fraud,
     outcomes, updated_at)
   select :companyId, entity_key, min(entity_type), sum(counted_fraud), sum(counted_legitimate), sum(counted_confirmed),
     count(*) filter (where counted_fraud + counted_legitimate > 0), :now
   from evidence where company_id = :companyId group by entity_key order by entity_key
   on conflict (company_id, entity_key) do update set
     fraud_weight = excluded.fraud_weight, legitimate_weight = excluded.legitimate_weight,
     confirmed_fraud = excluded.confirmed_fraud, outcomes = excluded.outcomes, updated_at = excluded.updated_at
   where (calibrations.fraud_weight, calibrations.legitimate_weight, calibrations.confirmed_fraud, calibrations.outcomes)
     is distinct from
     (excluded.fraud_weight, excluded.legitimate_weight, excluded.confirmed_fraud, excluded.outcomes)`,
  `with labels as (
     select user_key, ${confirmedFraudSql(':companyId', 'risk_users.user_key')} as confirmed from risk_users
     where company_id = :companyId and (confirmed_fraud or exists (select 1 from evidence
       where company_id = :companyId and entity_key = risk_users.user_key and fraud_weight >= 1))
   )
   update risk_users set confirmed_fraud = labels.confirmed from labels
   where risk_users.company_id = :companyId and risk_users.user_key = labels.user_key
     and risk_users.confirmed_fraud <> labels.confirmed`,
];
