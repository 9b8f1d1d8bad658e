import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as the Standard Webhooks specification writes it: the key is what follows the prefix, in base64. */
export function generateWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface WebhookMessage {
  /** The same in every attempt: receivers tell repetitions by it. */
  id: string;
  /** When it is sent, in milliseconds since the Unix epoch. */
  sentAt: number;
  /** The very text that is sent. */
  body: string;
}

/** The headers that let any client library of the Standard Webhooks specification verify a message. */
export function signWebhook(secret: string, { id, sentAt, body }: WebhookMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const timestamp = Math.floor(sentAt / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
