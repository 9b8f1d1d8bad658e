import { findSigningSecret, upsertSigningSecret } from '../../db/queries/signing-secrets.ts';
import { generateSigningSecret } from '../../platform/hashing.ts';
import { auditChange } from '../access/audit-change.ts';
import { defineRoute } from '../http/define-route.ts';
import { WebhookSecretRotation } from './schemas.ts';

/** Enough to tell secrets apart, too little to guess one. */
const PREFIX_LENGTH = 12;

export const regenerateWebhookSecret = defineRoute({
  method: 'POST',
  path: '/auth/webhook-secret/regenerate',
  name: 'regenerateWebhookSecret',
  tag: 'Authentication',
  summary: 'Issue a new webhook signing secret',
  description: 'The secret before it stops working at once. The new one is shown only in this answer.',
  access: { kind: 'bearer', role: 'admin', permission: 'webhook-secret:manage' },
  response: WebhookSecretRotation,

  async handler({ caller, request }, { clock, db, secrets }) {
    const { companyId } = caller;
    const secret = generateSigningSecret();
    const rotatedAt = new Date(clock.now());
    const prefix = secret.slice(0, PREFIX_LENGTH);
    await db.knex.transaction(async (transaction) => {
      const before = await findSigningSecret(transaction, companyId);
      await upsertSigningSecret(transaction, companyId, {
        ciphertext: secrets.seal(secret, companyId),
        prefix,
        rotatedAt,
      });
      await auditChange(
        transaction,
        { caller, request, clock },
        {
          action: 'webhook_secret.regenerated',
          targetType: 'webhook_secret',
          targetId: companyId,
          before: before ? { secretPrefix: before.prefix, rotatedAt: before.rotatedAt.toISOString() } : null,
          after: { secretPrefix: prefix, rotatedAt: rotatedAt.toISOString() },
        },
      );
    });
    return { companyId, webhookSigningSecret: secret, secretPrefix: prefix, rotatedAt: rotatedAt.toISOString() };
  },
});
