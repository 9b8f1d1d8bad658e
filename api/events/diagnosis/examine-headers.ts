import type { IncomingHttpHeaders } from 'node:http';
import {
  isWithinWindow,
  MAX_NONCE_LENGTH,
  readSignatureHeader,
  SIGNATURE_HEADERS,
  type SignatureHeader,
} from '../../access/ingest-signature.ts';
import { failed, notChecked, passed, type Finding } from './finding.ts';

const HOW_TO_SEND: Record<SignatureHeader, string> = {
  'x-event-signature':
    'Send x-event-signature: the hex HMAC-SHA256 of the exact body bytes, keyed with the signing secret.',
  'x-event-timestamp': 'Send x-event-timestamp: the current Unix time in whole seconds, as `date +%s` prints it.',
  'x-event-nonce': 'Send x-event-nonce: a value that was never sent before, such as a new UUID for every request.',
};

export function examineHeaders(headers: IncomingHttpHeaders): Finding {
  const missing = SIGNATURE_HEADERS.filter((name) => !readSignatureHeader(headers, name));
  if (missing.length === 0) return passed('All three headers are there.');
  return failed(`Missing: ${missing.join(', ')}.`, ...missing.map((name) => HOW_TO_SEND[name]));
}

const HOUR_SECONDS = 3_600;

/** What texts that are no whole number of seconds were probably meant to be. */
const WRONG_UNITS: [pattern: RegExp, explanation: string][] = [
  [/^\d{13}$/, 'It is in milliseconds'],
  [/^\d{16}$/, 'It is in microseconds'],
  [/^\d{19}$/, 'It is in nanoseconds'],
  [/^\d+[.,]\d+$/, 'It has a fraction'],
  [/^\d{4}-\d{2}-\d{2}|^[a-z]{3},? /i, 'It is a date in words'],
];

/** @param nowMs milliseconds since the Unix epoch */
export function examineTimestamp(headers: IncomingHttpHeaders, nowMs: number, windowSeconds: number): Finding {
  const text = readSignatureHeader(headers, 'x-event-timestamp');
  if (!text) return notChecked('x-event-timestamp is missing.');
  const nowSeconds = Math.floor(nowMs / 1_000);
  if (isWithinWindow(text, nowMs, windowSeconds)) {
    return passed(`It is ${describeSkew(Number(text) - nowSeconds)}; up to ${windowSeconds} s are allowed.`);
  }
  const wrongUnit = WRONG_UNITS.find(([pattern]) => pattern.test(text))?.[1];
  const send = `Send Unix time in whole seconds: at this moment ${nowSeconds}.`;
  if (wrongUnit !== undefined) return failed(`${wrongUnit}, not Unix time in whole seconds.`, send);
  if (!/^\d{1,12}$/.test(text)) return failed('It is not a whole number of seconds.', send);
  const skew = Number(text) - nowSeconds;
  return failed(
    `It is ${describeSkew(skew)}; at most ${windowSeconds} s are allowed.`,
    isWholeHours(skew, windowSeconds)
      ? 'The difference is a whole number of hours: local time was probably taken for UTC.'
      : 'Set the clock of the sending machine (NTP), and take the time when you send: a request that waited in a queue or ' +
          'is repeated needs a new timestamp and a new nonce.',
  );
}

function describeSkew(seconds: number): string {
  if (seconds === 0) return "equal to this service's clock";
  return `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} this service's clock`;
}

/** Of a day at most: what is further away is another mistake. */
function isWholeHours(skew: number, windowSeconds: number): boolean {
  const hours = Math.round(skew / HOUR_SECONDS);
  const tolerance = Math.min(windowSeconds, 300);
  return Math.abs(hours) >= 1 && Math.abs(hours) <= 14 && Math.abs(skew - hours * HOUR_SECONDS) <= tolerance;
}

/** @param isSpent whether the company used a nonce before; looks only */
export async function examineNonce(
  headers: IncomingHttpHeaders,
  isSpent: (nonce: string) => Promise<boolean>,
): Promise<Finding> {
  const nonce = readSignatureHeader(headers, 'x-event-nonce');
  if (!nonce) return notChecked('x-event-nonce is missing.');
  if (nonce.length > MAX_NONCE_LENGTH) {
    const message = `It has ${nonce.length} characters; at most ${MAX_NONCE_LENGTH} are allowed.`;
    return failed(message, 'Send a shorter nonce, such as a UUID; a longer one counts as missing.');
  }
  if (!(await isSpent(nonce))) return passed('It was not used before.');
  return failed(
    'It was used before.',
    'Make a new nonce for every request, also for a repeated one. What must stay the same in a repetition is idempotencyKey.',
  );
}
