import { hasPasswordResetToken, resetPassword as usePasswordReset } from '../../db/queries/account-tokens.ts';
import { deleteLoginFailures } from '../../db/queries/login-failures.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { LINK_RATE_LIMIT, readLink, refuseLink } from './links.ts';
import { ResetPasswordRequest, ResetPasswordResponse } from './schemas.ts';

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/auth/password/reset',
  name: 'resetPassword',
  tag: 'Authentication',
  summary: 'Choose a new password with the token of the e-mail',
  description:
    'The token works once. All sessions of the person end at once, in every process; the e-mail address counts as confirmed.',
  access: { kind: 'public' },
  rateLimit: LINK_RATE_LIMIT,
  body: ResetPasswordRequest,
  response: ResetPasswordResponse,
  errors: ['INVALID_CREDENTIALS'],

  async handler({ body, request }, { clock, db, hasher }) {
    const { companyId, hash } = readLink(body.token);
    const now = new Date(clock.now());
    // Hashing is expensive: not for whoever sends any token.
    if (!(await hasPasswordResetToken(db.knex, companyId, { hash, now }))) throw refuseLink();
    const passwordHash = await hashPassword(body.password);
    await db.knex.transaction(async (transaction) => {
      const user = await usePasswordReset(transaction, companyId, { hash, now, passwordHash });
      if (!user) throw refuseLink();
      // Whoever was locked out by wrong guesses has proved who they are.
      await deleteLoginFailures(transaction, { companyId, emailKey: hasher.hash('login', user.email) });
      await auditChange(
        transaction,
        { caller: { companyId, userId: user.id, email: user.email }, request, clock },
        { action: 'member.password_reset', targetType: 'member', targetId: user.id, before: null, after: null },
      );
    });
    return { success: true as const };
  },
});
