import { verifyEmailAddress } from '../../db/queries/account-tokens.ts';
import { defineRoute } from '../http/define-route.ts';
import { LINK_RATE_LIMIT, readLink, refuseLink } from './links.ts';
import { VerifyEmailRequest, VerifyEmailResponse } from './schemas.ts';

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/auth/verify-email',
  name: 'verifyEmail',
  tag: 'Authentication',
  summary: 'Confirm an e-mail address with the token of the e-mail',
  description: 'The token works once, and for the address it was sent to only.',
  access: { kind: 'public' },
  rateLimit: LINK_RATE_LIMIT,
  body: VerifyEmailRequest,
  response: VerifyEmailResponse,
  errors: ['INVALID_CREDENTIALS'],

  async handler({ body }, { clock, db }) {
    const { companyId, hash } = readLink(body.token);
    const verified = await verifyEmailAddress(db.knex, companyId, { hash, now: new Date(clock.now()) });
    if (!verified) throw refuseLink();
    return { email: verified.email, verifiedAt: verified.verifiedAt.toISOString() };
  },
});
