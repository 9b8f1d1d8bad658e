import type { LinkKey } from '../../platform/link-token.ts';
import type { Connection } from '../connect.ts';
import { Session } from '../models/session.ts';
import { User } from '../models/user.ts';

export interface NewAccountToken {
  userId: string;
  purpose: 'verify-email' | 'password-reset';
  hash: Buffer;
  /** Where it is sent: the only address it will prove. */
  email: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a token; the one this person had for the same purpose stops working. */
export async function replaceAccountToken(
  connection: Connection,
  companyId: string,
  { userId, purpose, hash, email, createdAt, expiresAt }: NewAccountToken,
): Promise<void> {
  await connection('account_tokens')
    .insert({
      company_id: companyId,
      user_id: userId,
      purpose,
      token_hash: hash,
      email,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .onConflict(['company_id', 'user_id', 'purpose'])
    .merge();
}

/** The part of a token that the statement needs: its company is the second argument. */
type TokenUse = Pick<LinkKey, 'hash'> & { now: Date };

/**
 * Uses a token to mark the address it was sent to as verified. Of two calls at once exactly one wins.
 *
 * @returns undefined when the token is not valid, or its person has another address by now
 */
export async function verifyEmailAddress(
  connection: Connection,
  companyId: string,
  { hash, now }: TokenUse,
): Promise<{ email: string; verifiedAt: Date } | undefined> {
  const { rows } = await connection.raw<{ rows: { email: string; verifiedAt: Date }[] }>(
    `with used as (
       delete from account_tokens
       where company_id = :companyId and token_hash = :hash and purpose = 'verify-email' and expires_at > :now
       returning user_id, email
     )
     update users set email_verified_at = coalesce(email_verified_at, :now) from used
     where users.company_id = :companyId and users.id = used.user_id and users.email = used.email
     returning users.email, users.email_verified_at as "verifiedAt"`,
    { companyId, hash, now },
  );
  return rows[0];
}

/** Whether a token would reset a password now: worth hashing the new one for. */
export async function hasPasswordResetToken(
  connection: Connection,
  companyId: string,
  { hash, now }: TokenUse,
): Promise<boolean> {
  const found: unknown = await connection('account_tokens')
    .where({ company_id: companyId, token_hash: hash, purpose: 'password-reset' })
    .where('expires_at', '>', now)
    .first('user_id');
  return found !== undefined;
}

/**
 * Uses a token to give its person another password, and ends all of their sessions: every process refuses their tokens
 * from the commit on. The mailbox is proved with it. Call it inside a transaction; of two at once exactly one wins.
 *
 * @returns undefined when the token is not valid, or its person has another address by now
 */
export async function resetPassword(
  transaction: Connection,
  companyId: string,
  { hash, now, passwordHash }: TokenUse & { passwordHash: string },
): Promise<User | undefined> {
  const [token] = await transaction('account_tokens')
    .where({ company_id: companyId, token_hash: hash, purpose: 'password-reset' })
    .where('expires_at', '>', now)
    .delete()
    .returning<{ user_id: string; email: string }[]>(['user_id', 'email']);
  if (!token) return undefined;
  const emailVerifiedAt = transaction.raw<Date>('coalesce(email_verified_at, ?)', [now]);
  const [user] = await User.query(transaction)
    .where({ company_id: companyId, id: token.user_id, email: token.email })
    .patch({ passwordHash, emailVerifiedAt })
    .returning('*');
  if (!user) return undefined;
  await Session.query(transaction)
    .where({ company_id: companyId, user_id: user.id })
    .whereNull('revoked_at')
    .patch({ revokedAt: now });
  return user;
}

/** Deletes up to `limit` tokens that expired before a moment, of any company: housekeeping. */
export async function deleteExpiredAccountTokens(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from account_tokens where ctid = any (array(
       select ctid from account_tokens where expires_at < ? order by expires_at limit ? for update skip locked))`,
    [before, limit],
  );
  return rowCount;
}
