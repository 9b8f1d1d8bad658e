import type { AuditEntry as StoredEntry } from '../../db/queries/audit-logs.ts';
import { diffJson } from './diff-json.ts';
import type { AuditEntry } from './schemas.ts';

export function presentAuditEntry(entry: StoredEntry): AuditEntry {
  return {
    id: entry.id,
    actorId: entry.actorId,
    actorEmail: entry.actorEmail,
    action: entry.action,
    targetType: entry.targetType,
    targetId: entry.targetId,
    before: entry.before as AuditEntry['before'],
    after: entry.after as AuditEntry['after'],
    diff: diffJson(entry.before, entry.after),
    ipAddress: entry.ipAddress,
    createdAt: entry.createdAt.toISOString(),
  };
}
