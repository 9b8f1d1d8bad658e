import type {
  AssessmentSource,
  EvaluationSort,
  EventType,
  ReviewStatus,
  StandingOutcome,
} from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import { toAnswered, type AnsweredAssessment, type AnsweredRow } from './assessments.ts';
import { countEvaluations, type CountedFilter, type EvaluationFilter } from './evaluation-counts.ts';
import { pageIdsSql, toSteps, verdictsOf } from './evaluation-order.ts';
import { idRange, sortSql } from './evaluation-parts.ts';
import { bindingsOf, findMatchingFields, matchedSql, mustBeRead } from './evaluation-search.ts';
import { OUTCOMES_LOOKED_AT, standingOutcome } from './evidence.ts';
import type { AssessmentRecord } from './record-assessment.ts';

/** A stored assessment with what became of it. */
export interface Evaluation extends AnsweredAssessment {
  source: AssessmentSource;
  /** Null for what did not come as an event. */
  eventType: EventType | null;
  externalEventId: string | null;
  transactionId: string;
  userId: string;
  amountMinor: number | null;
  currency: string | null;
  occurredAt: Date;
  createdAt: Date;
  /** The outcome that stands; null when nobody reported one. */
  feedbackOutcome: StandingOutcome | null;
  /** Of the latest case; null when there is none. */
  reviewStatus: ReviewStatus | null;
}

interface EvaluationOrder {
  sort: EvaluationSort;
  offset: number;
  limit: number;
}

export type EvaluationQuery = EvaluationFilter & EvaluationOrder;

export interface EvaluationPage {
  /** Evaluations over all pages. */
  total: number;
  evaluations: Evaluation[];
}

/** One page of a company's evaluations and how many there are, in at most three statements. */
export async function findEvaluationPage(
  connection: Connection,
  companyId: string,
  query: EvaluationQuery,
): Promise<EvaluationPage> {
  if (mustBeRead(query)) return readEvaluations(connection, companyId, query);
  const counts = await countEvaluations(connection, companyId, query);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const isBeyond = query.offset >= total;
  const evaluations = isBeyond ? [] : await listInOrder(connection, companyId, query, toSteps(query, counts));
  return { total, evaluations };
}

/** One page of a company's evaluations without their number; for few of the latest. */
export async function listEvaluations(
  connection: Connection,
  companyId: string,
  query: CountedFilter & EvaluationOrder,
): Promise<Evaluation[]> {
  return listInOrder(connection, companyId, query, { walked: verdictsOf(query), collected: [] });
}

/** One evaluation, with the context of its request: personal data in it is masked. */
export async function findEvaluation(
  connection: Connection,
  companyId: string,
  evaluationId: string,
): Promise<(Evaluation & Pick<AssessmentRecord, 'requestContext'>) | undefined> {
  const { rows } = await connection.raw<{ rows: (EvaluationRow & { request_context: object })[] }>(
    `select ${COLUMNS}, a.request_context from assessments a ${FOLLOW_UP}
     where a.company_id = :companyId and a.id = :evaluationId`,
    { companyId, evaluationId },
  );
  const row = rows[0];
  return row && { ...toEvaluation(row), requestContext: row.request_context };
}

async function listInOrder(
  connection: Connection,
  companyId: string,
  query: CountedFilter & EvaluationOrder,
  steps: ReturnType<typeof toSteps>,
): Promise<Evaluation[]> {
  const { sql, bindings } = pageIdsSql(query, steps);
  const { rows } = await connection.raw<{ rows: EvaluationRow[] }>(
    `select ${COLUMNS} from (${sql}) page
     join assessments a on a.company_id = :companyId and a.id = page.id ${FOLLOW_UP}
     order by ${sortSql(query.sort)}`,
    { companyId, ...idRange(query), ...bindings },
  );
  return rows.map(toEvaluation);
}

/**
 * All that matches is counted and sorted: it takes the longer the more there is, some hundred
 * milliseconds for a million. The `offset 0` keeps the planner from looking for matches along the order instead, which
 * reads the whole table when the latest ones are old.
 */
async function readEvaluations(
  connection: Connection,
  companyId: string,
  query: EvaluationQuery,
): Promise<EvaluationPage> {
  const { search, sort, offset, limit } = query;
  const fields = search === undefined ? [] : await findMatchingFields(connection, companyId, search);
  if (search !== undefined && fields.length === 0) return { total: 0, evaluations: [] };
  const { rows } = await connection.raw<{ rows: ({ total: number } & (EvaluationRow | { id: null }))[] }>(
    `with ${matchedSql(fields, query)}, total as (select count(*) as total from matched)
     select total.total, page.* from total left join lateral (
       select ${COLUMNS} from (
         select a.id from (select * from matched offset 0) a order by ${sortSql(sort)} offset :offset limit :limit
       ) page
       join assessments a on a.company_id = :companyId and a.id = page.id ${FOLLOW_UP}
       order by ${sortSql(sort)}
     ) page on true`,
    { companyId, ...bindingsOf(query), ...idRange(query), offset, limit },
  );
  const evaluations = rows.flatMap((row) => (row.id === null ? [] : [toEvaluation(row)]));
  return { total: rows[0]?.total ?? 0, evaluations };
}

interface EvaluationRow extends AnsweredRow {
  source: AssessmentSource;
  event_type: EventType | null;
  external_event_id: string | null;
  transaction_id: string;
  user_id: string;
  amount_minor: number | null;
  currency: string | null;
  occurred_at: Date;
  created_at: Date;
  /** The latest first. */
  outcomes: StandingOutcome[] | null;
  review_status: ReviewStatus | null;
}

const COLUMNS = `a.id, a.source, a.event_type, a.external_event_id, a.transaction_id, a.user_id, a.amount_minor,
  a.currency, a.occurred_at, a.created_at, a.risk_score, a.action, a.recommended_action, a.policy_mode, a.risk_level,
  a.reason_codes, a.feature_contributions, a.engine_version, a.latency_ms, feedback.outcomes, review.review_status`;

/** What became of an assessment `a`, by one index probe each. */
const FOLLOW_UP = `
  cross join lateral (
    select array_agg(recent.outcome order by recent.id desc) as outcomes
    from (
      select f.id, f.outcome from feedback f where f.company_id = :companyId and f.assessment_id = a.id
      order by f.id desc limit ${OUTCOMES_LOOKED_AT}
    ) recent
  ) feedback
  left join lateral (
    select r.status as review_status from reviews r where r.company_id = :companyId and r.assessment_id = a.id
    order by r.id desc limit 1
  ) review on true`;

function toEvaluation(row: EvaluationRow): Evaluation {
  return {
    ...toAnswered(row),
    source: row.source,
    eventType: row.event_type,
    externalEventId: row.external_event_id,
    transactionId: row.transaction_id,
    userId: row.user_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
    feedbackOutcome: row.outcomes && standingOutcome(row.outcomes),
    reviewStatus: row.review_status,
  };
}
