import type { Target } from './snippets.ts';

export function writeNode({ companyId, baseUrl }: Target): string {
  return `// SIGNING_SECRET='whsec_…' node send-event.mjs
import { createHmac, randomUUID } from 'node:crypto';

const id = \`order-\${Date.now()}\`;
const event = {
  companyId: '${companyId}',
  eventSource: 'shop',
  externalEventId: id,
  idempotencyKey: id,
  userId: 'user-42',
  eventType: 'order_created',
  timestamp: new Date().toISOString(),
  metadata: { orderId: id, email: 'eve@example.com', deviceId: 'device-1', amountMinor: 4900, currency: 'USD' },
};

// Made into text once: this text is signed, and this text is sent.
const body = JSON.stringify(event);
const response = await fetch('${baseUrl}/events/ingest', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-event-signature': createHmac('sha256', process.env.SIGNING_SECRET).update(body).digest('hex'),
    'x-event-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-event-nonce': randomUUID(),
  },
  body,
});
console.log(response.status, await response.text());
`;
}
