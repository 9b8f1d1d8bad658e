import type { SearchSchemaInput } from '@tanstack/react-router';
import { ACTIONS, RISK_LEVELS, type Action, type RiskLevel } from '../../api/assessment-words.ts';

const SORTS = [
  'createdAt:desc',
  'createdAt:asc',
  'riskScore:desc',
  'riskScore:asc',
  'amountMinor:desc',
  'amountMinor:asc',
] as const;

/** The filters of the list of evaluations, as they stand in the address and in the query of the API. */
export interface EvaluationSearch {
  page?: number;
  action?: Action;
  riskLevel?: RiskLevel;
  from?: string;
  to?: string;
  search?: string;
  sort?: (typeof SORTS)[number];
  requireUserId?: boolean;
}

/** Leaves out whatever is none of the filters, so that an old or mistyped address still opens. */
export function readEvaluationSearch(search: EvaluationSearch & SearchSchemaInput): EvaluationSearch {
  // So typed for the links to it; in an address anything may stand.
  const given: Readonly<Record<string, unknown>> = { ...search };
  const page = Number(given['page']);
  const action = ACTIONS.find((known) => known === given['action']);
  const riskLevel = RISK_LEVELS.find((known) => known === given['riskLevel']);
  const sort = SORTS.find((known) => known === given['sort']);
  const [from, to] = [readMoment(given['from']), readMoment(given['to'])];
  const text = ['string', 'number'].includes(typeof given['search']) ? String(given['search']) : '';
  return {
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(action && { action }),
    ...(riskLevel && { riskLevel }),
    ...(from && { from }),
    ...(to && { to }),
    ...(text && { search: text }),
    ...(sort && sort !== 'createdAt:desc' && { sort }),
    ...(given['requireUserId'] === true && { requireUserId: true }),
  };
}

function readMoment(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
