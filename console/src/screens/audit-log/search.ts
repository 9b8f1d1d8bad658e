import type { SearchSchemaInput } from '@tanstack/react-router';

/** The filters of the audit log, as they stand in the address and in the query of the API. */
export interface AuditSearch {
  page?: number;
  action?: string;
  actorId?: string;
  from?: string;
  to?: string;
}

export function readAuditSearch(given: Record<string, unknown> & SearchSchemaInput): AuditSearch {
  const page = Number(given['page']);
  const texts = (['action', 'actorId', 'from', 'to'] as const).map((name) => [name, given[name]] as const);
  return {
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...Object.fromEntries(texts.filter(([, value]) => typeof value === 'string' && value !== '')),
  };
}
