import { findThreatSubscription } from '../../db/queries/threat-subscriptions.ts';
import { THREAT_PING_TYPE } from '../../engine/vocabulary.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { sendWebhook } from '../../platform/send-webhook.ts';
import { defineRoute } from '../http/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { excerptOf } from './present.ts';
import { SubscriptionParams, threatIntel } from './route-parts.ts';
import { ThreatPing } from './schemas.ts';

/** Somebody waits for the answer. */
const LONGEST_TIMEOUT_MS = 10_000;

export const pingThreatSubscription = defineRoute({
  method: 'POST',
  path: '/threat-intel/subscriptions/:subscriptionId/ping',
  name: 'pingThreatSubscription',
  ...threatIntel,
  summary: 'Send a test message and tell what came of it',
  description:
    `One message of the kind ${THREAT_PING_TYPE}, signed and sent like every other, at once and without retries. It has ` +
    'no part in the health of the subscription and changes nothing, so a disabled one can be tested too.',
  // Each keeps a connection open for as long as the receiver likes, up to the time-out.
  rateLimit: { limit: () => 10, windowMs: 60_000 },
  params: SubscriptionParams,
  response: ThreatPing,
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { clock, config, db, post, secrets }) {
    const subscription = await findThreatSubscription(db.knex, caller.companyId, params.subscriptionId);
    if (!subscription) throw new ApiError('NOT_FOUND');
    const now = clock.now();
    const { id: subscriptionId, url, secretCiphertext } = subscription;
    const message = { id: uuidv7(now), body: renderPing(subscriptionId, now) };
    const { statusCode, error, responseBody, startedAt, durationMs } = await sendWebhook(
      { clock, post, secrets },
      {
        target: { subscriptionId, url, secretCiphertext },
        message,
        timeoutMs: Math.min(config.WEBHOOK_TIMEOUT_MS, LONGEST_TIMEOUT_MS),
        signal: new AbortController().signal,
      },
    );
    return {
      id: message.id,
      delivered: error === null,
      statusCode,
      error,
      responseExcerpt: excerptOf(responseBody),
      sentAt: startedAt.toISOString(),
      durationMs,
    };
  },
});

function renderPing(subscriptionId: string, now: number): string {
  return JSON.stringify({ type: THREAT_PING_TYPE, timestamp: new Date(now).toISOString(), data: { subscriptionId } });
}
