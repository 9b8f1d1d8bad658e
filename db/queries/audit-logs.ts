import type { Knex } from 'knex';
import type { AuditAction } from '../../engine/vocabulary.ts';
import { uuidv7Floor } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';

export interface AuditEntry {
  id: string;
  actorId: string | null;
  actorEmail: string | null;
  action: AuditAction;
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

/** What a list of entries is narrowed to; what is undefined narrows nothing. */
export interface AuditFilter {
  action?: AuditAction | undefined;
  actorId?: string | undefined;
  from?: Date | undefined;
  /** Not in the range. */
  to?: Date | undefined;
}

interface AuditRow {
  id: string;
  actor_id: string | null;
  actor_email: string | null;
  action: AuditAction;
  target_type: string;
  target_id: string | null;
  before: object | null;
  after: object | null;
  ip_address: string | null;
  created_at: Date;
}

/** One page of the entries, the latest first. */
export async function listAuditEntries(
  connection: Connection,
  companyId: string,
  { page, limit, ...filter }: AuditFilter & { page: number; limit: number },
): Promise<AuditEntry[]> {
  const rows = await selectEntries(connection, companyId, filter)
    .select<AuditRow[]>(
      'id',
      'actor_id',
      'actor_email',
      'action',
      'target_type',
      'target_id',
      'before',
      'after',
      'ip_address',
      'created_at',
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map(toEntry);
}

export async function countAuditEntries(
  connection: Connection,
  companyId: string,
  filter: AuditFilter,
): Promise<number> {
  const row = await selectEntries(connection, companyId, filter).count({ total: '*' }).first<{ total: number }>();
  return row.total;
}

/** Ids are UUIDs of version 7 of the moment of the entry: a range of time is a range of ids. */
function selectEntries(connection: Connection, companyId: string, { action, actorId, from, to }: AuditFilter) {
  const entries: Knex.QueryBuilder = connection('audit_logs').where({ company_id: companyId });
  if (action !== undefined) void entries.where({ action });
  if (actorId !== undefined) void entries.where({ actor_id: actorId });
  if (from) void entries.where('id', '>=', uuidv7Floor(from.getTime()));
  if (to) void entries.where('id', '<', uuidv7Floor(to.getTime()));
  return entries;
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    actorId: row.actor_id,
    actorEmail: row.actor_email,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    before: row.before,
    after: row.after,
    ipAddress: row.ip_address,
    createdAt: row.created_at,
  };
}
