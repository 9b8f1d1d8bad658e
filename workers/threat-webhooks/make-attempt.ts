import type { AttemptLogEntry, ClaimedDelivery } from '../../db/queries/threat-deliveries.ts';
import { THREAT_EVENT_TYPE } from '../../db/queries/threat-events.ts';
import type { ThreatTarget } from '../../db/queries/threat-subscriptions.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { TargetRefusedError, type SafePost } from '../../platform/safe-fetch.ts';
import { signWebhook } from '../../platform/standard-webhooks.ts';
import { TimeoutError } from '../../platform/with-timeout.ts';
import type { WorkerDependencies } from '../dependencies.ts';

/** Bytes of the answer's body that are kept for the subscriber's owner to see. */
const KEPT_ANSWER_BYTES = 1_024;

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

type Answer = Pick<AttemptLogEntry, 'statusCode' | 'error' | 'responseBody'> & Pick<AttemptResult, 'retryAfter'>;

/**
 * Sends one delivery once. Whatever the subscriber and the network do is a result.
 *
 * @throws when the process must stop: what became of the attempt is not known then
 */
export async function makeAttempt(
  dependencies: AttemptDependencies,
  attempted: Attempted,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = dependencies.clock.now();
  const started = performance.now();
  const { retryAfter, ...answer } = await send(dependencies, attempted, { sentAt: startedAt, signal }).catch(
    (error: unknown): Answer => {
      signal.throwIfAborted();
      return { statusCode: null, error: describeFailure(error), responseBody: null };
    },
  );
  const durationMs = Math.round(performance.now() - started);
  return { entry: { id: uuidv7(startedAt), startedAt: new Date(startedAt), durationMs, ...answer }, retryAfter };
}

async function send(
  { config, secrets, post }: AttemptDependencies,
  { subscriptionId, target, delivery }: Attempted,
  { sentAt, signal }: { sentAt: number; signal: AbortSignal },
): Promise<Answer> {
  const body = renderMessage(delivery);
  const secret = secrets.open(target.secretCiphertext, subscriptionId);
  const answer = await post({
    url: target.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'fraud-risk-service-webhooks/1',
      ...signWebhook(secret, { id: delivery.id, sentAt, body }),
    },
    body,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    maxAnswerBytes: KEPT_ANSWER_BYTES,
    signal,
  });
  return {
    statusCode: answer.status,
    error: describeRefusal(answer.status),
    responseBody: toStorableText(answer.body),
    retryAfter: answer.headers['retry-after'],
  };
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

function describeRefusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`;
}

/** For the subscriber's owner: nothing of our own addresses, certificates and secrets. */
function describeFailure(error: unknown): string {
  if (error instanceof TargetRefusedError || error instanceof TimeoutError) return error.message;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `not sent or not answered (${code})` : 'could not be sent';
}

/** PostgreSQL stores valid UTF-8 without NUL. A character that was cut in the middle is left out. */
function toStorableText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
}
