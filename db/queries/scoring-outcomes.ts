import type { ScoredOutcome } from '../../engine/adaptive/compare-scores.ts';
import type { TrainingRow } from '../../engine/adaptive/train-model.ts';
import type { Connection } from '../connect.ts';
import type { CompanyPage, PageRequest } from './company-page.ts';
import { OUTCOME_WEIGHTS, standingOutcome } from './evidence.ts';
import type { StandingOutcome } from '../../engine/vocabulary.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Outcomes that are verdicts. A dispute or a rejection is a suspicion: nothing is learned from it. */
const FRAUD_OUTCOMES = "('confirmed_fraud', 'chargeback')";

/** Outcomes since another, in the order they came. */
export interface NewOutcomes {
  outcomes: number;
  frauds: number;
  /** The latest; null when there is none. */
  latest: string | null;
}

/** Counts the outcomes of a company after one of them, the latest `limit` at most. */
export async function countOutcomes(
  connection: Connection,
  companyId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<NewOutcomes> {
  const { rows } = await connection.raw<{ rows: [NewOutcomes] }>(
    `select count(*)::int as outcomes, count(*) filter (where outcome in ${FRAUD_OUTCOMES})::int as frauds,
       (select id from feedback where company_id = :companyId and id > :after order by id desc limit 1) as latest
     from (select outcome from feedback where company_id = :companyId and id > :after order by id desc limit :limit) recent`,
    { companyId, after: after ?? FIRST_ID, limit },
  );
  return rows[0];
}

interface OutcomeRow {
  outcomes: StandingOutcome[];
  risk_score: number;
  amount_minor: number | null;
}

/** Whether it was fraud; undefined where nobody knows. */
function verdictOf({ outcomes }: Pick<OutcomeRow, 'outcomes'>): boolean | undefined {
  const { fraud, legitimate } = OUTCOME_WEIGHTS[standingOutcome(outcomes)];
  if (fraud >= 1) return true;
  return legitimate >= 1 ? false : undefined;
}

/** All outcomes of an assessment, the latest first. */
const OUTCOMES_OF_ASSESSMENT = `join lateral (
    select array_agg(outcome order by id desc) as outcomes from (
      select id, outcome from feedback where company_id = :companyId and assessment_id = assessments.id
      order by id desc limit 100
    ) given
  ) history on true`;

/** How much is read for one training. Beyond so many outcomes, legitimate ones are a sample that stands for all. */
export interface TrainingBounds {
  outcomes: number;
  frauds: number;
  legitimate: number;
}

interface TrainingAssessment extends OutcomeRow {
  feature_contributions: TrainingRow['contributions'];
}

/**
 * Reads what there is to learn from among the latest outcomes: assessments with what was known when they were made, the
 * oldest first. All frauds, and of the legitimate ones a sample by a hash of their id, spread evenly over the same time.
 */
export async function listTrainingRows(
  connection: Connection,
  companyId: string,
  { outcomes, frauds, legitimate }: TrainingBounds,
): Promise<TrainingRow[]> {
  const seen = await countOutcomes(connection, companyId, { after: null, limit: outcomes });
  const weight = Math.max(1, Math.ceil((seen.outcomes - seen.frauds) / legitimate));
  const { rows } = await connection.raw<{ rows: TrainingAssessment[] }>(
    `with recent as materialized (
       select assessment_id, outcome from feedback where company_id = :companyId order by id desc limit :outcomes
     ),
     chosen as materialized (
       (select assessment_id from recent where outcome in ${FRAUD_OUTCOMES} limit :frauds)
       union
       select assessment_id from recent
       where outcome not in ${FRAUD_OUTCOMES} and mod(abs(uuid_hash(assessment_id)::bigint), :weight) = 0
     )
     select risk_score, amount_minor, feature_contributions, history.outcomes
     from chosen join assessments on assessments.company_id = :companyId and assessments.id = chosen.assessment_id
     ${OUTCOMES_OF_ASSESSMENT}
     order by assessments.occurred_at, assessments.id`,
    { companyId, outcomes, frauds, weight },
  );
  return rows.flatMap((row) => {
    const isFraud = verdictOf(row);
    if (isFraud === undefined) return [];
    const { amount_minor: amountMinor, feature_contributions: contributions } = row;
    const defaultScore = Number(contributions['defaultScore'] ?? row.risk_score);
    return [{ isFraud, defaultScore, amountMinor, contributions, weight: isFraud ? 1 : weight }];
  });
}

/** The latest outcomes of assessments that a model has scored, whether or not it decided, with both scores. */
export async function listScoredOutcomes(
  connection: Connection,
  companyId: string,
  limit: number,
): Promise<ScoredOutcome[]> {
  const { rows } = await connection.raw<{ rows: (OutcomeRow & { adaptive_score: number; default_score: number })[] }>(
    `select history.outcomes, (feature_contributions ->> 'adaptiveScore')::float8 as adaptive_score,
       (feature_contributions ->> 'defaultScore')::float8 as default_score
     from (
       select distinct assessment_id from (
         select assessment_id from feedback where company_id = :companyId order by id desc limit :limit
       ) latest
     ) recent
     join assessments on assessments.company_id = :companyId and assessments.id = recent.assessment_id
       and feature_contributions ->> 'adaptiveScore' is not null
     ${OUTCOMES_OF_ASSESSMENT}`,
    { companyId, limit },
  );
  return rows.flatMap((row) => {
    const isFraud = verdictOf(row);
    if (isFraud === undefined) return [];
    return [{ isFraud, defaultScore: row.default_score, adaptiveScore: row.adaptive_score }];
  });
}

/**
 * Companies with outcomes that were not looked at for learning yet, found by an index probe each.
 *
 * @param limit companies looked at, of which those without are left out
 */
export async function listCompaniesToLearnFrom(
  connection: Connection,
  { after = FIRST_ID, limit }: PageRequest,
): Promise<CompanyPage> {
  const { rows } = await connection.raw<{ rows: { id: string; due: boolean }[] }>(
    `select c.id, coalesce((select id from feedback where company_id = c.id order by id desc limit 1)
         > coalesce(least(s.trained_until, s.compared_until), :first), false) as due
     from (select id from companies where id > :after order by id limit :limit) c
     left join scoring_states s on s.company_id = c.id
     order by c.id`,
    { after, limit, first: FIRST_ID },
  );
  const companyIds = rows.filter(({ due }) => due).map(({ id }) => id);
  return { companyIds, ...(rows.length === limit && { next: rows.at(-1)?.id }) };
}
