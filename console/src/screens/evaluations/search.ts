import type { SearchSchemaInput } from '@tanstack/react-router';

const ACTIONS = ['allow', 'review', 'block'] as const;
const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
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
  action?: (typeof ACTIONS)[number];
  riskLevel?: (typeof RISK_LEVELS)[number];
  from?: string;
  to?: string;
  search?: string;
  sort?: (typeof SORTS)[number];
  requireUserId?: boolean;
}

/** Leaves out whatever is none of the filters, so that an old or mistyped address still opens. */
export function readEvaluationSearch(given: Record<string, unknown> & SearchSchemaInput): EvaluationSearch {
  const page = Number(given['page']);
  const action = ACTIONS.find((known) => known === given['action']);
  const riskLevel = RISK_LEVELS.find((known) => known === given['riskLevel']);
  const sort = SORTS.find((known) => known === given['sort']);
  const [from, to] = [readMoment(given['from']), readMoment(given['to'])];
  const search =
    typeof given['search'] === 'string' || typeof given['search'] === 'number' ? String(given['search']) : '';
  return {
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(action && { action }),
    ...(riskLevel && { riskLevel }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search && { search }),
    ...(sort && sort !== 'createdAt:desc' && { sort }),
    ...(given['requireUserId'] === true && { requireUserId: true }),
  };
}

function readMoment(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
