import type { Service, Tenant } from './service.ts';

/** An entry of the audit log as it is stored. */
export interface StoredAuditEntry {
  id: string;
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  target_type: string;
  target_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip_address: string | null;
}

/** All entries of a company, the first one first; that of its signing secret, made by `registerTenant`, is left out. */
export async function listStoredAuditEntries(
  service: Service,
  { companyId }: Pick<Tenant, 'companyId'>,
): Promise<StoredAuditEntry[]> {
  const entries = await service.database.db
    .knex('audit_logs')
    .select<StoredAuditEntry[]>()
    .where({ company_id: companyId })
    .orderBy('id');
  return entries.slice(1);
}
