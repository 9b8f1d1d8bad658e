import type { Target } from './snippets.ts';

export function writePython({ companyId, baseUrl }: Target): string {
  return `# SIGNING_SECRET='whsec_…' python3 send_event.py
import hashlib, hmac, json, os, time, urllib.error, urllib.request, uuid
from datetime import datetime, timezone

order_id = f"order-{int(time.time() * 1000)}"
event = {
    "companyId": "${companyId}",
    "eventSource": "shop",
    "externalEventId": order_id,
    "idempotencyKey": order_id,
    "userId": "user-42",
    "eventType": "order_created",
    "timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    "metadata": {"orderId": order_id, "email": "eve@example.com", "deviceId": "device-1",
                 "amountMinor": 4900, "currency": "USD"},
}

# Made into bytes once: these bytes are signed, and these bytes are sent.
body = json.dumps(event).encode()
secret = os.environ["SIGNING_SECRET"].encode()
request = urllib.request.Request("${baseUrl}/events/ingest", data=body, method="POST", headers={
    "content-type": "application/json",
    "x-event-signature": hmac.new(secret, body, hashlib.sha256).hexdigest(),
    "x-event-timestamp": str(int(time.time())),
    "x-event-nonce": str(uuid.uuid4()),
})
try:
    with urllib.request.urlopen(request) as response:
        print(response.status, response.read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`;
}
