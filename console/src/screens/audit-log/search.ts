import type { SearchSchemaInput } from '@tanstack/react-router';
import { AUDIT_ACTIONS, type AuditAction } from './actions.ts';

/** The filters of the audit log, as they stand in the address and in the query of the API. */
export interface AuditSearch {
  page?: number;
  action?: AuditAction;
  actorId?: string;
  from?: string;
  /** Not included. */
  to?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Leaves out whatever is none of the filters, so that an old or mistyped address still opens. */
export function readAuditSearch(search: AuditSearch & SearchSchemaInput): AuditSearch {
  const given: Readonly<Record<string, unknown>> = { ...search };
  const page = Number(given['page']);
  const action = AUDIT_ACTIONS.find((known) => known === given['action']);
  const actorId = given['actorId'];
  const [from, to] = [readMoment(given['from']), readMoment(given['to'])];
  return {
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(action && { action }),
    ...(typeof actorId === 'string' && UUID.test(actorId) && { actorId }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

function readMoment(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
