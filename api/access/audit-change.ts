import type { Connection } from '../../db/connect.ts';
import { insertAuditEntry, type AuditEntry } from '../../db/queries/audit-logs.ts';
import type { Clock } from '../../platform/clock.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { maskValue } from '../../platform/masking.ts';
import type { Caller, RequestContext } from '../http/define-route.ts';

/** Who did it. Usually the caller; on a public route the person whom the request has proved to be. */
type Actor = Pick<Caller, 'companyId' | 'userId' | 'email'>;
type Change = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'before' | 'after'>;

/** Records who changed what; call it in the transaction of the change. Secrets must not be part of `before` and `after`. */
export async function auditChange(
  connection: Connection,
  { caller, request, clock }: { caller: Actor; request: RequestContext; clock: Clock },
  change: Change,
): Promise<void> {
  const now = clock.now();
  await insertAuditEntry(connection, caller.companyId, {
    ...change,
    id: uuidv7(now),
    actorId: caller.userId,
    actorEmail: caller.email,
    ipAddress: maskValue(request.ip),
    createdAt: new Date(now),
  });
}
