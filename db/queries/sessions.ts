import type { Connection } from '../connect.ts';
import { Session } from '../models/session.ts';

export type NewSession = Pick<Session, 'companyId' | 'id' | 'userId' | 'refreshTokenId' | 'createdAt' | 'expiresAt'>;

export async function insertSession(connection: Connection, session: NewSession): Promise<void> {
  await Session.query(connection).insert(session);
}

export async function findSession(
  connection: Connection,
  companyId: string,
  sessionId: string,
): Promise<Session | undefined> {
  return Session.query(connection).findOne({ company_id: companyId, id: sessionId });
}

interface Rotation {
  sessionId: string;
  /** The refresh token that was presented, and the one that takes its place. */
  from: string;
  to: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Exchanges the session's refresh token for the next one. Of two concurrent calls with the same token exactly one wins.
 *
 * @returns false when the session is gone, revoked or expired, or the token is not the one due
 */
export async function rotateRefreshToken(
  connection: Connection,
  companyId: string,
  { sessionId, from, to, now, expiresAt }: Rotation,
): Promise<boolean> {
  const updated = await Session.query(connection)
    .where({ company_id: companyId, id: sessionId, refresh_token_id: from })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .patch({ refreshTokenId: to, expiresAt });
  return updated === 1;
}

/** Ends a session: its access and refresh tokens stop working at once, in every process. */
export async function revokeSession(
  connection: Connection,
  companyId: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await Session.query(connection)
    .where({ company_id: companyId, id: sessionId })
    .whereNull('revoked_at')
    .patch({ revokedAt: now });
}

/** Deletes up to `limit` sessions that expired before a moment, of any company: housekeeping. */
export async function deleteExpiredSessions(connection: Connection, before: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    'delete from sessions where ctid in (select ctid from sessions where expires_at < ? limit ?)',
    [before, limit],
  );
  return rowCount;
}
