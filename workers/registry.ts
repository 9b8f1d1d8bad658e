import type { JobHandler } from '../platform/jobs/handler.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { createBillingWebhook } from './billing-webhook.ts';
import { createEmail } from './email.ts';
import { createFeedbackRecalibration } from './feedback-recalibration.ts';
import { createGraphFeatures } from './graph-features.ts';
import { createGraphPass } from './graph-pass.ts';
import { createModelTraining } from './model-training.ts';
import { createPasswordReset } from './password-reset.ts';
import { createRetention } from './retention.ts';
import { createSweeper } from './sweeper.ts';
import { createThreatWebhookDelivery } from './threat-webhook-delivery.ts';
import { createThreatWebhookDispatch } from './threat-webhook-dispatch.ts';
import { createUsageRollup } from './usage-rollup.ts';

/** The handler of every job. The process refuses to start when one is missing or there twice. */
export function createHandlers(dependencies: WorkerDependencies): JobHandler[] {
  return [
    createGraphFeatures(dependencies),
    createGraphPass(dependencies),
    createFeedbackRecalibration(dependencies),
    createModelTraining(dependencies),
    createUsageRollup(dependencies),
    createBillingWebhook(dependencies),
    createThreatWebhookDispatch(dependencies),
    createThreatWebhookDelivery(dependencies),
    createEmail(dependencies),
    createPasswordReset(dependencies),
    createRetention(dependencies),
    createSweeper(dependencies),
  ];
}
