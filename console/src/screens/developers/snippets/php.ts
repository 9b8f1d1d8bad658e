import type { Target } from './snippets.ts';

export function writePhp({ companyId, baseUrl }: Target): string {
  return `<?php // SIGNING_SECRET='whsec_…' php send-event.php
$id = 'order-' . (int) (microtime(true) * 1000);
$event = [
    'companyId' => '${companyId}',
    'eventSource' => 'shop',
    'externalEventId' => $id,
    'idempotencyKey' => $id,
    'userId' => 'user-42',
    'eventType' => 'order_created',
    'timestamp' => gmdate('Y-m-d\\TH:i:s\\Z'),
    'metadata' => ['orderId' => $id, 'email' => 'eve@example.com', 'deviceId' => 'device-1',
                   'amountMinor' => 4900, 'currency' => 'USD'],
];

// Made into text once: this text is signed, and this text is sent.
$body = json_encode($event);
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'content-type: application/json',
        'x-event-signature: ' . hash_hmac('sha256', $body, getenv('SIGNING_SECRET')),
        'x-event-timestamp: ' . time(),
        'x-event-nonce: ' . bin2hex(random_bytes(16)),
    ],
    'content' => $body,
    'ignore_errors' => true,
]]);
echo file_get_contents('${baseUrl}/events/ingest', false, $context), PHP_EOL;
`;
}
