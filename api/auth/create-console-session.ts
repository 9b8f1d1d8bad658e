import { defineRoute } from '../http/define-route.ts';
import { describeConsoleSession, startConsoleSession } from './console-session.ts';
import { CONSOLE_SESSION_PATH, ConsoleSession, LoginRequest, SAME_ORIGIN_ONLY } from './schemas.ts';
import { signIn } from './sign-in.ts';

/** The console keeps no refresh token, for scripts could read it: the cookie stands for a session that the server keeps. */
export const createConsoleSession = defineRoute({
  method: 'POST',
  path: CONSOLE_SESSION_PATH,
  name: 'createConsoleSession',
  tag: 'Authentication',
  summary: 'Sign in to the console',
  description: `For the web console: the checks are those of \`POST /auth/login\`. The answer sets a cookie that scripts cannot read and has no refresh token. ${SAME_ORIGIN_ONLY}`,
  access: { kind: 'public', sessionCookie: true },
  body: LoginRequest,
  response: ConsoleSession,
  errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],

  async handler({ body, cookie }, dependencies) {
    const { user, session } = await signIn(body, dependencies, (transaction, person) =>
      startConsoleSession(transaction, person, dependencies),
    );
    const answer = await describeConsoleSession(user, session, dependencies);
    cookie.write(session.cookie, session.endsAt);
    return answer;
  },
});
