import { countAuditEntries, listAuditEntries } from '../../db/queries/audit-logs.ts';
import { defineRoute } from '../http/define-route.ts';
import { toPage } from '../http/schema.ts';
import { readTimeRange } from '../http/time-range.ts';
import { presentAuditEntry } from './present.ts';
import { AuditEntryPage, AuditLogsQuery } from './schemas.ts';

export const listAuditLogs = defineRoute({
  method: 'GET',
  path: '/audit-logs',
  name: 'listAuditLogs',
  tag: 'Audit logs',
  summary: 'List who changed the configuration, the latest first',
  description: 'Every change an admin makes leaves one entry, which nobody can alter.',
  access: { kind: 'bearer', role: 'admin', permission: 'audit:view', feature: 'audit_logs' },
  query: AuditLogsQuery,
  response: AuditEntryPage,

  async handler({ query, caller }, { db }) {
    const { companyId } = caller;
    const { action, actorId, page, limit } = query;
    const filter = { action, actorId, ...readTimeRange(query) };
    const entries = await listAuditEntries(db.knex, companyId, { ...filter, page, limit });
    const total = await countAuditEntries(db.knex, companyId, filter);
    return toPage(entries.map(presentAuditEntry), total, query);
  },
});
