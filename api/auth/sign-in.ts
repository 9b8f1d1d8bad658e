import type { Static } from 'typebox';
import type { Connection } from '../../db/connect.ts';
import type { User } from '../../db/models/user.ts';
import { deleteLoginFailures, reserveLoginFailure } from '../../db/queries/login-failures.ts';
import { findUserByEmail, holdPassword } from '../../db/queries/users.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import type { Dependencies } from '../dependencies.ts';
import { ApiError } from '../http/errors.ts';
import { normalizeEmail } from './normalize-email.ts';
import type { LoginRequest } from './schemas.ts';

/** Ten failures for one company and e-mail address within 15 minutes (contract section 2). */
const FAILURE_LIMIT = 10;
const FAILURE_WINDOW_SECONDS = 900;

/**
 * Checks a password and starts a session, of whatever kind, for the person it is of.
 *
 * @param start stores the session, in the transaction that keeps the password from being changed meanwhile
 * @throws ApiError INVALID_CREDENTIALS, the same in the same time for everything that does not match; RATE_LIMITED
 */
export async function signIn<Session>(
  { companyId, password, ...credentials }: Static<typeof LoginRequest>,
  { clock, db, hasher }: Pick<Dependencies, 'clock' | 'db' | 'hasher'>,
  start: (transaction: Connection, user: User) => Promise<Session>,
): Promise<{ user: User; session: Session }> {
  const email = normalizeEmail(credentials.email);
  const account = { companyId, emailKey: hasher.hash('login', email) };
  const now = new Date(clock.now());
  const since = new Date(now.getTime() - FAILURE_WINDOW_SECONDS * 1000);
  const mayTry = await reserveLoginFailure(db.knex, account, { now, since, limit: FAILURE_LIMIT });
  if (!mayTry) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: FAILURE_WINDOW_SECONDS });

  const user = await findUserByEmail(db.knex, companyId, email);
  const matches = await verifyPassword(user?.passwordHash, password);
  if (!user || !matches) throw new ApiError('INVALID_CREDENTIALS');

  await deleteLoginFailures(db.knex, account);
  const session = await db.knex.transaction(async (transaction) => {
    // A reset since the password was read has ended all sessions: the old password must not start another.
    if (!(await holdPassword(transaction, user.companyId, user))) throw new ApiError('INVALID_CREDENTIALS');
    return start(transaction, user);
  });
  return { user, session };
}
