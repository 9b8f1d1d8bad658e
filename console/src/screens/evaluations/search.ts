import type { SearchSchemaInput } from '@tanstack/react-router';
import { ACTIONS, RISK_LEVELS, type Action, type ReasonCode, type RiskLevel } from '../../api/assessment-words.ts';
import { REASON_CODES } from '../../format/reason-words.ts';

/** What the list can be sorted by, as in the API. */
const SORTS = [
  'createdAt:desc',
  'createdAt:asc',
  'riskScore:desc',
  'riskScore:asc',
  'amountMinor:desc',
  'amountMinor:asc',
] as const;
export type EvaluationSort = (typeof SORTS)[number];
export const DEFAULT_SORT: EvaluationSort = 'createdAt:desc';

/** The filters of the list of evaluations, as they stand in the address and in the query of the API. */
export interface EvaluationSearch {
  page?: number;
  action?: Action;
  riskLevel?: RiskLevel;
  reasonCode?: ReasonCode;
  /** Scores from this one on. */
  minScore?: number;
  /** Scores below this one. */
  maxScore?: number;
  from?: string;
  to?: string;
  search?: string;
  sort?: EvaluationSort;
  requireUserId?: boolean;
}

/** Leaves out whatever is none of the filters, so that an old or mistyped address still opens. */
export function readEvaluationSearch(search: EvaluationSearch & SearchSchemaInput): EvaluationSearch {
  // So typed for the links to it; in an address anything may stand.
  const given: Readonly<Record<string, unknown>> = { ...search };
  const page = Number(given['page']);
  const action = ACTIONS.find((known) => known === given['action']);
  const riskLevel = RISK_LEVELS.find((known) => known === given['riskLevel']);
  const reasonCode = REASON_CODES.find((known) => known === given['reasonCode']);
  const [minScore, maxScore] = [readScore(given['minScore']), readScore(given['maxScore'])];
  const sort = SORTS.find((known) => known === given['sort']);
  const [from, to] = [readMoment(given['from']), readMoment(given['to'])];
  const text = ['string', 'number'].includes(typeof given['search']) ? String(given['search']) : '';
  return {
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(action && { action }),
    ...(riskLevel && { riskLevel }),
    ...(reasonCode && { reasonCode }),
    ...(minScore !== undefined && { minScore }),
    ...(maxScore !== undefined && { maxScore }),
    ...(from && { from }),
    ...(to && { to }),
    ...(text && { search: text }),
    ...(sort && sort !== DEFAULT_SORT && { sort }),
    ...(given['requireUserId'] === true && { requireUserId: true }),
  };
}

/** @param value as it stands in the address, or was typed */
export function readScore(value: unknown): number | undefined {
  const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof score === 'number' && score >= 0 && score <= 100 ? score : undefined;
}

/** As the API wants it, however it was written. */
function readMoment(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
