import type { Clock } from './clock.ts';
import type { SecretBox } from './hashing.ts';
import { TargetRefusedError, type SafePost } from './safe-fetch.ts';
import { signWebhook } from './standard-webhooks.ts';
import { TimeoutError } from './with-timeout.ts';

/** Bytes of the answer's body that are kept for the subscriber's owner to see. */
const KEPT_ANSWER_BYTES = 1_024;

/** Where a message goes, and what it is signed with. */
export interface WebhookTarget {
  /** The owner of the sealed secret. */
  subscriptionId: string;
  url: string;
  secretCiphertext: string;
}

export interface OutgoingWebhook {
  /** The same in every attempt: receivers tell repetitions by it. */
  id: string;
  /** The very text that is sent. */
  body: string;
}

/** What came of sending a message once. */
export interface WebhookAnswer {
  startedAt: Date;
  durationMs: number;
  /** Null when there was no whole answer. */
  statusCode: number | null;
  /** Why it did not deliver, for the subscriber's owner; null when it did. */
  error: string | null;
  /** The beginning of the answer's body. */
  responseBody: string | null;
  /** The header of that name. */
  retryAfter?: string;
}

interface WebhookDependencies {
  clock: Clock;
  secrets: Pick<SecretBox, 'open'>;
  post: SafePost;
}

interface Sending {
  target: WebhookTarget;
  message: OutgoingWebhook;
  /** Milliseconds for everything. */
  timeoutMs: number;
  signal: AbortSignal;
}

type Answer = Omit<WebhookAnswer, 'startedAt' | 'durationMs'>;

/**
 * Signs a message and sends it once (contract section 5). Whatever the subscriber and the network do is a result.
 *
 * @throws the signal's reason when it is aborted: what became of the message is not known then
 */
export async function sendWebhook(dependencies: WebhookDependencies, sending: Sending): Promise<WebhookAnswer> {
  const startedAt = dependencies.clock.now();
  const started = performance.now();
  const answer = await send(dependencies, sending, startedAt).catch((error: unknown): Answer => {
    sending.signal.throwIfAborted();
    return { statusCode: null, error: describeFailure(error), responseBody: null };
  });
  const durationMs = Math.round(performance.now() - started);
  return { startedAt: new Date(startedAt), durationMs, ...answer };
}

async function send(
  { secrets, post }: WebhookDependencies,
  { target, message, timeoutMs, signal }: Sending,
  sentAt: number,
): Promise<Answer> {
  const secret = secrets.open(target.secretCiphertext, target.subscriptionId);
  const answer = await post({
    url: target.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'fraud-risk-service-webhooks/1',
      ...signWebhook(secret, { ...message, sentAt }),
    },
    body: message.body,
    timeoutMs,
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
