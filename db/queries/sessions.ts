import type { Connection } from '../connect.ts';
import { Session } from '../models/session.ts';

/** What every session starts with, and how its holder proves to be it: by refresh tokens, or by a cookie. */
export type NewSession = Pick<Session, 'companyId' | 'id' | 'userId' | 'createdAt' | 'expiresAt'> &
  (Pick<Session, 'refreshTokenId'> | Pick<Session, 'cookieHash' | 'endsAt'>);

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

/**
 * Moves the idle end of a session of the console, at most to its absolute end.
 *
 * @returns undefined when the session is gone, revoked or expired
 */
export async function slideSession(
  connection: Connection,
  companyId: string,
  { sessionId, now, idleEnd }: { sessionId: string; now: Date; idleEnd: Date },
): Promise<Session | undefined> {
  const [session] = await Session.query(connection)
    .where({ company_id: companyId, id: sessionId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .patch({ expiresAt: connection.raw<Date>('least(cast(? as timestamptz), ends_at)', [idleEnd]) })
    .returning('*');
  return session;
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
