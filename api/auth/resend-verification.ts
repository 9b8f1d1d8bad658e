import { findCompanyName } from '../../db/queries/companies.ts';
import { findUser } from '../../db/queries/users.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { ResendVerificationResponse } from './schemas.ts';
import { storeVerification } from './store-verification.ts';

/** Nobody's mailbox is flooded, not even one's own. */
const EMAILS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/auth/verify-email/resend',
  name: 'resendVerification',
  tag: 'Authentication',
  summary: 'Send the e-mail that confirms the own address again',
  description: 'Links sent before stop working. Nothing is sent when the address is confirmed already.',
  access: { kind: 'bearer' },
  response: ResendVerificationResponse,
  errors: ['RATE_LIMITED'],

  async handler({ caller }, { clock, config, db, rateLimiter, secrets, signals }) {
    const { companyId, userId } = caller;
    const user = await findUser(db.knex, companyId, userId);
    if (!user) throw new ApiError('UNAUTHENTICATED');
    const { email, fullName } = user;
    if (user.emailVerifiedAt) return { sent: false, email };

    const verdict = await rateLimiter.take(`verify-email:${companyId}:${userId}`, EMAILS_PER_HOUR, HOUR_MS);
    if (!verdict.allowed) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: verdict.retryAfterSeconds });
    const companyName = (await findCompanyName(db.knex, companyId)) ?? '';
    const addressee = { companyName, userId, email, fullName };
    const emailId = await db.knex.transaction((transaction) =>
      storeVerification(transaction, companyId, addressee, { clock, config, secrets }),
    );
    signals.send('email', { companyId, emailId });
    return { sent: true, email };
  },
});
