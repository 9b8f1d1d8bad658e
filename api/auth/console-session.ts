import { timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import type { Connection } from '../../db/connect.ts';
import type { Session } from '../../db/models/session.ts';
import type { User } from '../../db/models/user.ts';
import { findCompanyName } from '../../db/queries/companies.ts';
import { findSession, insertSession } from '../../db/queries/sessions.ts';
import { findCurrentSubscription } from '../../db/queries/subscriptions.ts';
import type { Config } from '../../platform/config.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import { createConsoleCookie, readConsoleCookie } from './console-cookie.ts';
import { presentSessionState } from './present.ts';
import type { ConsoleSession } from './schemas.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When a session of the console ends that is used now and not again. */
export function idleEndOf(now: number, { CONSOLE_IDLE_MINUTES }: Pick<Config, 'CONSOLE_IDLE_MINUTES'>): Date {
  return new Date(now + CONSOLE_IDLE_MINUTES * MINUTE_MS);
}

/**
 * Opens a session of the console for a person who has just proved who they are.
 *
 * @returns it, and the value of its cookie, which is nowhere else
 */
export async function startConsoleSession(
  connection: Connection,
  { companyId, id: userId }: Pick<User, 'companyId' | 'id'>,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
) {
  const now = clock.now();
  const id = uuidv7(now);
  const { value, hash: cookieHash } = createConsoleCookie(companyId, id);
  const endsAt = new Date(now + config.CONSOLE_SESSION_HOURS * HOUR_MS);
  const idleEnd = idleEndOf(now, config);
  const expiresAt = idleEnd < endsAt ? idleEnd : endsAt;
  await insertSession(connection, { companyId, id, userId, cookieHash, createdAt: new Date(now), expiresAt, endsAt });
  return { id, expiresAt, endsAt, cookie: value };
}

/** The session that a cookie is of, whether or not it still lasts. */
export async function findConsoleSession(
  { knex }: Pick<Dependencies['db'], 'knex'>,
  value: string | undefined,
): Promise<Session | undefined> {
  const cookie = value === undefined ? undefined : readConsoleCookie(value);
  if (!cookie) return undefined;
  const session = await findSession(knex, cookie.companyId, cookie.sessionId);
  return session?.cookieHash && timingSafeEqual(session.cookieHash, cookie.hash) ? session : undefined;
}

/** All that a page of the console must know of its session, with a new access token. */
export async function describeConsoleSession(
  user: User,
  session: Pick<Session, 'id' | 'expiresAt'>,
  { clock, config, db, tokens }: Pick<Dependencies, 'clock' | 'config' | 'db' | 'tokens'>,
): Promise<Static<typeof ConsoleSession>> {
  const { companyId, id: userId, email, fullName, role } = user;
  const [companyName = '', subscription] = await Promise.all([
    findCompanyName(db.knex, companyId),
    findCurrentSubscription(db.knex, companyId, new Date(clock.now())),
  ]);
  const { accessToken, expiresAt } = tokens.issueAccess({ sub: userId, companyId, role, sid: session.id });
  // Near the end of the session it stops working with it.
  const accessTokenExpiresAt = expiresAt < session.expiresAt ? expiresAt : session.expiresAt;
  return {
    accessToken,
    accessTokenExpiresAt: accessTokenExpiresAt.toISOString(),
    companyId,
    companyName,
    userId,
    email,
    emailVerified: user.emailVerifiedAt !== null,
    fullName,
    role,
    ...presentSessionState(role, subscription),
    idleTimeoutSeconds: (config.CONSOLE_IDLE_MINUTES * MINUTE_MS) / 1000,
  };
}
