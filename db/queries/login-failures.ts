import type { Connection } from '../connect.ts';

export interface LoginAccount {
  companyId: string;
  /** Keyed hash of the e-mail address: unknown addresses are counted too, and not kept in the clear. */
  emailKey: string;
}

/**
 * Counts an attempt as failed before the password is checked, so that parallel guesses cannot outrun the limit.
 *
 * @returns false when the account already has `limit` failures since `since`: the attempt must be refused
 */
export async function reserveLoginFailure(
  connection: Connection,
  { companyId, emailKey }: LoginAccount,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<boolean> {
  return connection.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`login:${companyId}:${emailKey}`]);
    const result = await transaction.raw<{ rowCount: number }>(
      `insert into login_failures (company_id, email_key, failed_at)
       select ?, ?, ?
       where (select count(*) from login_failures where company_id = ? and email_key = ? and failed_at > ?) < ?`,
      [companyId, emailKey, now, companyId, emailKey, since, limit],
    );
    return result.rowCount === 1;
  });
}

/** Forgets the failures of an account after a successful login. */
export async function deleteLoginFailures(
  connection: Connection,
  { companyId, emailKey }: LoginAccount,
): Promise<void> {
  await connection('login_failures').where({ company_id: companyId, email_key: emailKey }).delete();
}

/** Deletes up to `limit` failures older than a moment, of any account: housekeeping. */
export async function deleteOldLoginFailures(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    'delete from login_failures where ctid in (select ctid from login_failures where failed_at < ? limit ?)',
    [before, limit],
  );
  return rowCount;
}
