import type { Target } from './snippets.ts';

export function writeCurl({ companyId, baseUrl }: Target): string {
  return `# export SIGNING_SECRET='whsec_…' first
ID=order-$(date +%s)
BODY='{"companyId":"${companyId}","eventSource":"shop","externalEventId":"'$ID'","idempotencyKey":"'$ID'",
  "userId":"user-42","eventType":"order_created","timestamp":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'",
  "metadata":{"orderId":"'$ID'","email":"eve@example.com","deviceId":"device-1","amountMinor":4900,"currency":"USD"}}'

# The signature is of these very bytes; printf adds no newline, and --data-binary changes nothing.
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SIGNING_SECRET" | sed 's/.*= *//')
curl -sS ${baseUrl}/events/ingest \\
  -H 'content-type: application/json' \\
  -H "x-event-signature: $SIGNATURE" \\
  -H "x-event-timestamp: $(date +%s)" \\
  -H "x-event-nonce: $(openssl rand -hex 16)" \\
  --data-binary "$BODY"
`;
}
