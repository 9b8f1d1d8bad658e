/** A subscriber may ask for more time, but not for ever. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;
/** Up to a fifth more, so that deliveries that failed together do not come back together. */
const JITTER = 0.2;

interface FailedAttempt {
  /** Attempts made, this one among them. */
  attempts: number;
  /** Milliseconds between attempts; there is one more attempt than waits. */
  retryDelaysMs: readonly number[];
  /** The header of that name. */
  retryAfter: string | undefined;
  nowMs: number;
  /** From 0 to 1, at random. */
  random: number;
}

/** When to try again after a failure, in Unix milliseconds; undefined when that was the last attempt. */
export function planNextAttempt(failed: FailedAttempt): number | undefined {
  const { attempts, retryDelaysMs, retryAfter, nowMs, random } = failed;
  const delayMs = retryDelaysMs[attempts - 1];
  if (delayMs === undefined) return undefined;
  const jittered = Math.round(delayMs * (1 + JITTER * random));
  return nowMs + Math.max(jittered, parseRetryAfter(retryAfter, nowMs));
}

/** Milliseconds a subscriber asks for, in seconds or as a date (RFC 9110 section 10.2.3); 0 when it makes no sense. */
function parseRetryAfter(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}
