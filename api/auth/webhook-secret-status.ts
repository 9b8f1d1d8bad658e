import { findSigningSecret } from '../../db/queries/signing-secrets.ts';
import { defineRoute } from '../http/define-route.ts';
import { presentSecretStatus } from './present.ts';
import { WebhookSecretStatus } from './schemas.ts';

export const webhookSecretStatus = defineRoute({
  method: 'POST',
  path: '/auth/webhook-secret/status',
  name: 'webhookSecretStatus',
  tag: 'Authentication',
  summary: 'Tell whether a webhook signing secret is configured',
  access: { kind: 'bearer', role: 'admin', permission: 'webhook-secret:manage' },
  response: WebhookSecretStatus,

  async handler({ caller }, { db }) {
    return presentSecretStatus(caller.companyId, await findSigningSecret(db.knex, caller.companyId));
  },
});
