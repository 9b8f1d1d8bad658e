import type { Connection } from '../connect.ts';

export interface AuditEntry {
  id: string;
  actorId: string | null;
  actorEmail: string | null;
  /** What was done, as `object.verb`, such as `webhook_secret.regenerated`. */
  action: string;
  targetType: string;
  targetId: string | null;
  before: object | null;
  after: object | null;
  /** Masked. */
  ipAddress: string | null;
  createdAt: Date;
}

/** Appends an entry; call it in the transaction of the change it records. The database refuses to change it later. */
export async function insertAuditEntry(connection: Connection, companyId: string, entry: AuditEntry): Promise<void> {
  await connection('audit_logs').insert({
    company_id: companyId,
    id: entry.id,
    actor_id: entry.actorId,
    actor_email: entry.actorEmail,
    action: entry.action,
    target_type: entry.targetType,
    target_id: entry.targetId,
    before: entry.before === null ? null : JSON.stringify(entry.before),
    after: entry.after === null ? null : JSON.stringify(entry.after),
    ip_address: entry.ipAddress,
    created_at: entry.createdAt,
  });
}
