import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { regenerateWebhookSecret } from './auth/regenerate-webhook-secret.ts';
import { registerCompanyAdmin } from './auth/register-company-admin.ts';
import { webhookSecretStatus } from './auth/webhook-secret-status.ts';
import { ingestEvent } from './events/ingest-event.ts';
import type { RouteDefinition } from './http/define-route.ts';
import { assessTransaction } from './risk-engine/assess.ts';
import { submitFeedback } from './risk-engine/feedback.ts';

/** The one table of routes: what is not here does not exist. Order does not matter; the most specific path wins. */
export const routes: readonly RouteDefinition[] = [
  registerCompanyAdmin,
  login,
  refresh,
  logout,
  regenerateWebhookSecret,
  webhookSecretStatus,
  ingestEvent,
  assessTransaction,
  submitFeedback,
];
