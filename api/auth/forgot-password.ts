import { insertPasswordResetRequest } from '../../db/queries/password-reset-requests.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { defineRoute } from '../http/define-route.ts';
import { LINK_RATE_LIMIT } from './links.ts';
import { normalizeEmail } from './normalize-email.ts';
import { ForgotPasswordRequest, ForgotPasswordResponse } from './schemas.ts';

/** Per company and address: nobody can flood a mailbox. */
const REQUESTS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/**
 * Stores what was asked for and no more: a worker finds out whether there is such a person and sends the e-mail. So the
 * answer takes the same statements, and the same time, for everybody; and the request is durable when it is answered.
 */
export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/auth/password/forgot',
  name: 'forgotPassword',
  tag: 'Authentication',
  summary: 'Ask for an e-mail with a link that resets the password',
  description: `Always 200, whether or not there is such a person. At most ${REQUESTS_PER_HOUR} requests an hour per company and address lead to an e-mail; only the newest link works.`,
  access: { kind: 'public' },
  rateLimit: LINK_RATE_LIMIT,
  body: ForgotPasswordRequest,
  response: ForgotPasswordResponse,

  async handler({ body }, { clock, db, hasher, secrets, signals }) {
    const now = clock.now();
    const companyId = body.companyId.toLowerCase();
    const email = normalizeEmail(body.email);
    const requestId = uuidv7(now);
    const request = {
      id: requestId,
      emailKey: hasher.hash('password-reset', email),
      sealed: secrets.seal(email, requestId),
      requestedAt: new Date(now),
    };
    const bounds = { since: new Date(now - HOUR_MS), limit: REQUESTS_PER_HOUR };
    const stored = await insertPasswordResetRequest(db.knex, companyId, request, bounds);
    if (stored) signals.send('password-reset', { companyId, requestId });
    return { success: true as const };
  },
});
