export interface ExampleTarget {
  url: string;
  companyId: string;
  /** Left open unless it is known. */
  secret: string | undefined;
}

const PLACEHOLDER = 'whsec_…your signing secret…';

/** A shell program that signs one event and sends it; it needs openssl and curl. */
export function curlExample({ url, companyId, secret = PLACEHOLDER }: ExampleTarget): string {
  return `SECRET='${secret}'
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)
BODY='{"companyId":"${companyId}","eventSource":"shop","externalEventId":"order-1001","idempotencyKey":"order-1001","userId":"user-42","eventType":"order_created","timestamp":"'$NOW'","metadata":{"orderId":"1001","amountMinor":12900,"currency":"USD","email":"ada@example.com","ipAddress":"203.0.113.7","deviceId":"device-1"}}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')

curl ${url} \\
  -H 'content-type: application/json' \\
  -H "x-event-signature: $SIGNATURE" \\
  -H "x-event-timestamp: $(date +%s)" \\
  -H "x-event-nonce: $(openssl rand -hex 16)" \\
  --data-binary "$BODY"
`;
}

/** The same for Node.js 20, without packages: saved as an .mjs file it runs. */
export function nodeExample({ url, companyId, secret = PLACEHOLDER }: ExampleTarget): string {
  return `const secret = '${secret}';
import { createHmac, randomUUID } from 'node:crypto';

const body = JSON.stringify({
  companyId: '${companyId}',
  eventSource: 'shop',
  externalEventId: 'order-1001',
  idempotencyKey: 'order-1001',
  userId: 'user-42',
  eventType: 'order_created',
  timestamp: new Date().toISOString(),
  metadata: {
    orderId: '1001',
    amountMinor: 12900,
    currency: 'USD',
    email: 'ada@example.com',
    ipAddress: '203.0.113.7',
    deviceId: 'device-1',
  },
});

const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    // The exact bytes that are sent are signed.
    'x-event-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-event-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-event-nonce': randomUUID(),
  },
  body,
});
console.log(answer.status, await answer.json());
`;
}
