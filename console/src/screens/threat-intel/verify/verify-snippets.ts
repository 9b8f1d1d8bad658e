export const LANGUAGES = ['node', 'python', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];

const NODE = `// WEBHOOK_SECRET='whsec_…' PORT=8080 node receive-threats.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  // Older ones may have been recorded by somebody.
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) <= 300)) return false;
  const expected = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const { type, data } = JSON.parse(body);
  if (type === 'threat.indicator.created') console.log(data.indicatorType, data.indicatorHash, data.confidence);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 8080);
`;

const PYTHON = `import base64, hashlib, hmac, time

def is_genuine(secret: str, headers, body: bytes) -> bool:
    """headers: of the request, by lower-case names; body: its exact bytes"""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message_id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:  # Older ones may have been recorded by somebody.
        return False
    digest = hmac.new(key, f"{message_id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(signature.encode(), expected) for signature in given)
`;

const PHP = `<?php
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));

$genuine = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $genuine = hash_equals($expected, $signature) || $genuine;
}
// Older ones may have been recorded by somebody.
if (!$genuine || abs(time() - (int) $sentAt) > 300) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
http_response_code(204);
`;

/** How a receiver finds out that a delivery is from this service: Standard Webhooks, without any library. */
export const VERIFY_SNIPPETS: readonly { language: Language; label: string; code: string }[] = [
  { language: 'node', label: 'Node.js', code: NODE },
  { language: 'python', label: 'Python', code: PYTHON },
  { language: 'php', label: 'PHP', code: PHP },
];
