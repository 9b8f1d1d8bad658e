import type { IngestEvent } from './types.ts';

/** A signed event: send exactly these bytes with exactly these headers, once. */
export interface SignedEvent {
  body: Uint8Array<ArrayBuffer>;
  headers: {
    'content-type': 'application/json';
    'x-event-signature': string;
    'x-event-timestamp': string;
    'x-event-nonce': string;
  };
}

export interface SignOptions {
  /** Time of sending in milliseconds since the Unix epoch; now, unless given. */
  now?: number;
  /** A value never sent before; a random UUID, unless given. */
  nonce?: string;
}

/**
 * Signs an event for POST /events/ingest: the hex HMAC-SHA256 of its bytes under the signing secret of the company. An
 * event is serialised here, once; text and bytes are taken as they are. Each attempt to send needs a new nonce: sign again.
 *
 * @param secret the signing secret as the service showed it, with its `whsec_`
 */
export async function signEvent(
  secret: string,
  event: IngestEvent | string | Uint8Array,
  { now = Date.now(), nonce = crypto.randomUUID() }: SignOptions = {},
): Promise<SignedEvent> {
  const body = toBytes(event);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-event-signature': Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      'x-event-timestamp': String(Math.floor(now / 1000)),
      'x-event-nonce': nonce,
    },
  };
}

/** A copy: bytes that the caller changes later must not change under their signature. */
function toBytes(event: IngestEvent | string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (event instanceof Uint8Array) return new Uint8Array(event);
  return encode(typeof event === 'string' ? event : JSON.stringify(event));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
