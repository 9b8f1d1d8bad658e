import { findCurrentSubscription } from '../../db/queries/subscriptions.ts';
import { defineRoute } from '../http/define-route.ts';
import { presentLogin } from './present.ts';
import { LoginRequest, LoginResponse } from './schemas.ts';
import { signIn } from './sign-in.ts';
import { startSession } from './start-session.ts';

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

  async handler({ body }, dependencies) {
    const { clock, db } = dependencies;
    const { user, session } = await signIn(body, dependencies, (transaction, person) =>
      startSession(transaction, person, dependencies),
    );
    const now = new Date(clock.now());
    return presentLogin(session, user.role, await findCurrentSubscription(db.knex, user.companyId, now));
  },
});
