import type { AttemptLogEntry, ClaimedDelivery } from '../../db/queries/threat-deliveries.ts';
import { THREAT_EVENT_TYPE } from '../../db/queries/threat-events.ts';
import type { ThreatTarget } from '../../db/queries/threat-subscriptions.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { SafePost } from '../../platform/safe-fetch.ts';
import { sendWebhook } from '../../platform/send-webhook.ts';
import type { WorkerDependencies } from '../dependencies.ts';

type AttemptDependencies = Pick<WorkerDependencies, 'clock' | 'config' | 'secrets'> & { post: SafePost };

export interface Attempted {
  subscriptionId: string;
  target: ThreatTarget;
  delivery: ClaimedDelivery;
}

export interface AttemptResult {
  entry: AttemptLogEntry;
  /** The header of that name. */
  retryAfter?: string;
}

/**
 * Sends one delivery once. Whatever the subscriber and the network do is a result.
 *
 * @throws when the process must stop: what became of the attempt is not known then
 */
export async function makeAttempt(
  dependencies: AttemptDependencies,
  { subscriptionId, target, delivery }: Attempted,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { retryAfter, ...answer } = await sendWebhook(dependencies, {
    target: { subscriptionId, ...target },
    message: { id: delivery.id, body: renderMessage(delivery) },
    timeoutMs: dependencies.config.WEBHOOK_TIMEOUT_MS,
    signal,
  });
  return { entry: { id: uuidv7(answer.startedAt.getTime()), ...answer }, retryAfter };
}

/** The same bytes in every attempt (contract section 5). */
function renderMessage(delivery: ClaimedDelivery): string {
  return JSON.stringify({
    type: THREAT_EVENT_TYPE,
    timestamp: delivery.announcedAt.toISOString(),
    data: {
      indicatorHash: delivery.indicatorKey,
      indicatorType: delivery.indicatorType,
      confidence: delivery.confidence,
      firstSeenAt: delivery.firstSeenAt.toISOString(),
    },
  });
}
