import { deleteLoginFailures, reserveLoginFailure } from '../../db/queries/login-failures.ts';
import { findCurrentSubscription } from '../../db/queries/subscriptions.ts';
import { findUserByEmail, holdPassword } from '../../db/queries/users.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { normalizeEmail } from './normalize-email.ts';
import { presentLogin } from './present.ts';
import { LoginRequest, LoginResponse } from './schemas.ts';
import { startSession } from './start-session.ts';

/** Ten failures for one company and e-mail address within 15 minutes (contract section 2). */
const FAILURE_LIMIT = 10;
const FAILURE_WINDOW_SECONDS = 900;

export const login = defineRoute({
  method: 'POST',
  path: '/auth/login',
  name: 'login',
  tag: 'Authentication',
  summary: 'Sign in with company, e-mail address and password',
  access: { kind: 'public' },
  body: LoginRequest,
  response: LoginResponse,
  errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],

  async handler({ body }, { clock, db, hasher, tokens }) {
    const email = normalizeEmail(body.email);
    const account = { companyId: body.companyId, emailKey: hasher.hash('login', email) };
    const now = new Date(clock.now());
    const since = new Date(now.getTime() - FAILURE_WINDOW_SECONDS * 1000);
    const mayTry = await reserveLoginFailure(db.knex, account, { now, since, limit: FAILURE_LIMIT });
    if (!mayTry) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: FAILURE_WINDOW_SECONDS });

    const user = await findUserByEmail(db.knex, body.companyId, email);
    const matches = await verifyPassword(user?.passwordHash, body.password);
    if (!user || !matches) throw new ApiError('INVALID_CREDENTIALS');

    await deleteLoginFailures(db.knex, account);
    const session = await db.knex.transaction(async (transaction) => {
      // A reset since the password was read has ended all sessions: the old password must not start another.
      if (!(await holdPassword(transaction, user.companyId, user))) throw new ApiError('INVALID_CREDENTIALS');
      return startSession(transaction, user, { clock, tokens });
    });
    return presentLogin(session, user.role, await findCurrentSubscription(db.knex, user.companyId, now));
  },
});
