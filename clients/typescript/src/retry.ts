import { readRetryAfter } from './api-problem.ts';

export interface RetryOptions {
  /** Further attempts after the first: 2, unless given; 0: none. */
  retries?: number;
  /** A longer `Retry-After` is not waited for: the answer is given back as it is. 30, unless given. */
  maxWaitSeconds?: number;
}

const DEFAULT_RETRIES = 2;
const DEFAULT_MAX_WAIT_SECONDS = 30;
const DEFAULT_WAIT_SECONDS = 1;

/**
 * Repeats what may be repeated while the service is busy (429, 503) or the connection breaks, as long as it asks for.
 *
 * @param attempt sends the request anew each time
 * @param signal ends the waiting, too
 */
export async function withRetries(
  attempt: () => Promise<Response>,
  { retries = DEFAULT_RETRIES, maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS }: RetryOptions,
  signal?: AbortSignal | null,
): Promise<Response> {
  for (let left = retries; ; left -= 1) {
    const outcome = await attempt().catch((error: unknown) => ({ error }));
    if ('error' in outcome) {
      // What fetch throws for a connection that failed; anything else is no accident.
      if (left <= 0 || signal?.aborted || !(outcome.error instanceof TypeError)) throw outcome.error;
      await wait(DEFAULT_WAIT_SECONDS, signal);
      continue;
    }
    const seconds = readRetryAfter(outcome) ?? DEFAULT_WAIT_SECONDS;
    const isBusy = outcome.status === 429 || outcome.status === 503;
    if (!isBusy || left <= 0 || seconds > maxWaitSeconds) return outcome;
    await outcome.body?.cancel();
    await wait(seconds, signal);
  }
}

function wait(seconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
