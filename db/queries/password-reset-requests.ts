import type { Connection } from '../connect.ts';

export interface NewPasswordResetRequest {
  id: string;
  /** Keyed hash of the address. */
  emailKey: string;
  /** The address, sealed with the id of the request as its owner. */
  sealed: string;
  requestedAt: Date;
}

export interface PasswordResetRequestKey {
  companyId: string;
  requestId: string;
}

/**
 * Stores a request, unless there are `limit` of the same company and address since `since`. Does the same whether or
 * not they exist. After the commit the caller signals `password-reset`.
 *
 * @returns false when there were too many: nothing was stored
 */
export async function insertPasswordResetRequest(
  connection: Connection,
  companyId: string,
  { id, emailKey, sealed, requestedAt }: NewPasswordResetRequest,
  { since, limit }: { since: Date; limit: number },
): Promise<boolean> {
  return connection.transaction(async (transaction) => {
    // Parallel requests must not outrun the limit.
    const lock = `password-reset:${companyId}:${emailKey}`;
    await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
    const { rowCount } = await transaction.raw<{ rowCount: number }>(
      `insert into password_reset_requests (company_id, id, email_key, sealed, requested_at)
       select :companyId, :id, :emailKey, :sealed, :requestedAt
       where (select count(*) from password_reset_requests
              where company_id = :companyId and email_key = :emailKey and requested_at > :since) < :limit`,
      { companyId, id, emailKey, sealed, requestedAt, since, limit },
    );
    return rowCount === 1;
  });
}

/**
 * Takes a request to answer it, in the caller's transaction: if that fails, the request waits on. The address is
 * forgotten with the commit.
 *
 * @returns the sealed address, or undefined when the request is answered already or gone
 */
export async function takePasswordResetRequest(
  transaction: Connection,
  companyId: string,
  requestId: string,
): Promise<string | undefined> {
  const { rows } = await transaction.raw<{ rows: { sealed: string }[] }>(
    `with waiting as (
       select company_id, id, sealed from password_reset_requests
       where company_id = ? and id = ? and sealed is not null for update
     )
     update password_reset_requests as request set sealed = null from waiting
     where request.company_id = waiting.company_id and request.id = waiting.id
     returning waiting.sealed`,
    [companyId, requestId],
  );
  return rows[0]?.sealed;
}

/** Requests that wait since before a moment, of any company, oldest first: a signal was lost. */
export async function listWaitingPasswordResets(
  connection: Connection,
  before: Date,
  limit: number,
): Promise<PasswordResetRequestKey[]> {
  return connection('password_reset_requests')
    .select('company_id as companyId', 'id as requestId')
    .whereNotNull('sealed')
    .where('requested_at', '<', before)
    .orderBy('requested_at')
    .limit(limit);
}

/** Deletes up to `limit` requests made before a moment, of any company: housekeeping. */
export async function deleteOldPasswordResets(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from password_reset_requests where ctid = any (array(
       select ctid from password_reset_requests where requested_at < ? order by requested_at limit ?
       for update skip locked))`,
    [before, limit],
  );
  return rowCount;
}
