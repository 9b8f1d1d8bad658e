import type { Knex } from 'knex';
import type { Action, ReviewStatus, RiskLevel } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';

export interface Review {
  id: string;
  assessmentId: string;
  status: ReviewStatus;
  /** Who opened the case. */
  analystId: string;
  analystEmail: string;
  analystNote: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Set exactly while the status is terminal. */
  closedAt: Date | null;
}

/** One step of a case. */
export interface ReviewMove {
  id: string;
  /** Null: the case was opened. */
  from: ReviewStatus | null;
  to: ReviewStatus;
  actorId: string;
  actorEmail: string;
  at: Date;
}

/** What a case shows of its assessment. */
export interface ReviewedAssessment {
  id: string;
  finalScore: number;
  action: Action;
  riskLevel: RiskLevel;
  reasonCodes: string[];
  createdAt: Date;
}

interface ReviewRow {
  id: string;
  assessment_id: string;
  status: ReviewStatus;
  analyst_id: string;
  analyst_email: string;
  analyst_note: string | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
}

const REVIEW_COLUMNS = [
  'id',
  'assessment_id',
  'status',
  'analyst_id',
  'analyst_email',
  'analyst_note',
  'created_at',
  'updated_at',
  'closed_at',
] as const satisfies readonly (keyof ReviewRow)[];

/**
 * Stores a case unless its assessment has one that is not closed. Waits for another one that is being opened.
 *
 * @returns false when there is one
 */
export async function insertReview(connection: Connection, companyId: string, review: Review): Promise<boolean> {
  const inserted: unknown[] = await connection('reviews')
    .insert({
      company_id: companyId,
      id: review.id,
      assessment_id: review.assessmentId,
      status: review.status,
      analyst_id: review.analystId,
      analyst_email: review.analystEmail,
      analyst_note: review.analystNote,
      created_at: review.createdAt,
      updated_at: review.updatedAt,
      closed_at: review.closedAt,
    })
    .onConflict(connection.raw('(company_id, assessment_id) where closed_at is null'))
    .ignore()
    .returning('id');
  return inserted.length > 0;
}

/** A case, for a move in the same transaction: another move waits until that ends, and then sees this one. */
export async function lockReview(
  transaction: Knex.Transaction,
  companyId: string,
  reviewId: string,
): Promise<Review | undefined> {
  const row = await selectReview(transaction, companyId, reviewId).forUpdate().first<ReviewRow | undefined>();
  return row && toReview(row);
}

/** Stores what a move changes of a case that the caller has locked. */
export async function updateReview(transaction: Knex.Transaction, companyId: string, review: Review): Promise<void> {
  await transaction('reviews').where({ company_id: companyId, id: review.id }).update({
    status: review.status,
    analyst_note: review.analystNote,
    updated_at: review.updatedAt,
    closed_at: review.closedAt,
  });
}

export async function insertReviewMove(
  connection: Connection,
  companyId: string,
  reviewId: string,
  move: ReviewMove,
): Promise<void> {
  await connection('review_moves').insert({
    company_id: companyId,
    review_id: reviewId,
    id: move.id,
    from_status: move.from,
    to_status: move.to,
    actor_id: move.actorId,
    actor_email: move.actorEmail,
    moved_at: move.at,
  });
}

interface ReviewFilter {
  status?: ReviewStatus | undefined;
}

/** One page of cases, the latest first. */
export async function listReviews(
  connection: Connection,
  companyId: string,
  { status, page, limit }: ReviewFilter & { page: number; limit: number },
): Promise<Review[]> {
  const rows = await selectReviews(connection, companyId, { status })
    .select<ReviewRow[]>(REVIEW_COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map(toReview);
}

export async function countReviews(connection: Connection, companyId: string, filter: ReviewFilter): Promise<number> {
  const row = await selectReviews(connection, companyId, filter).count({ total: '*' }).first<{ total: number }>();
  return row.total;
}

export async function findReview(
  connection: Connection,
  companyId: string,
  reviewId: string,
): Promise<Review | undefined> {
  const row = await selectReview(connection, companyId, reviewId).first<ReviewRow | undefined>();
  return row && toReview(row);
}

/** The assessment of a case; undefined once retention has dropped it. */
export async function findReviewedAssessment(
  connection: Connection,
  companyId: string,
  assessmentId: string,
): Promise<ReviewedAssessment | undefined> {
  return connection('assessments')
    .select({
      id: 'id',
      finalScore: 'risk_score',
      action: 'action',
      riskLevel: 'risk_level',
      reasonCodes: 'reason_codes',
      createdAt: 'created_at',
    })
    .where({ company_id: companyId, id: assessmentId })
    .first<ReviewedAssessment | undefined>();
}

/** All steps of a case, the first one first: statuses only go forward, so there are at most four. */
export async function listReviewMoves(
  connection: Connection,
  companyId: string,
  reviewId: string,
): Promise<ReviewMove[]> {
  return connection('review_moves')
    .select<ReviewMove[]>({
      id: 'id',
      from: 'from_status',
      to: 'to_status',
      actorId: 'actor_id',
      actorEmail: 'actor_email',
      at: 'moved_at',
    })
    .where({ company_id: companyId, review_id: reviewId })
    .orderBy('id');
}

function selectReviews(connection: Connection, companyId: string, { status }: ReviewFilter): Knex.QueryBuilder {
  return connection('reviews').where({ company_id: companyId, ...(status && { status }) });
}

function selectReview(connection: Connection, companyId: string, reviewId: string): Knex.QueryBuilder {
  return connection('reviews').select(REVIEW_COLUMNS).where({ company_id: companyId, id: reviewId });
}

function toReview(row: ReviewRow): Review {
  return {
    id: row.id,
    assessmentId: row.assessment_id,
    status: row.status,
    analystId: row.analyst_id,
    analystEmail: row.analyst_email,
    analystNote: row.analyst_note,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  };
}
