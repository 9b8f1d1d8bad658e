import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ATTEMPTS = 12;
const REQUEST_TIMEOUT_MS = 30_000;
/** Rates of ingestion count by the minute; whoever asks for more patience gets an error instead of a silent demo. */
const MAX_WAIT_SECONDS = 120;

/** The service answered with an error that waiting does not help. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: string;
  /** Made anew for each attempt: a signed request must not reuse its nonce. */
  headers?: () => Record<string, string>;
}

/** Whether a service answers there at all. */
export async function isReachable(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Sends a request and reads its JSON answer; connections are kept alive by fetch. Waits and tries again as long as the
 * service asks for it (429 and 503 with Retry-After) and when the connection breaks.
 *
 * @throws ServiceError naming the request and what was answered
 */
export async function callService<Answer>(baseUrl: string, call: Call): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(baseUrl, call).catch((error: unknown) => {
      if (attempt >= MAX_ATTEMPTS) throw error;
    });
    if (answer?.ok) return (await answer.json()) as Answer;
    const text = (await answer?.text()) ?? 'no answer';
    const waitSeconds = Number(answer?.headers.get('retry-after')) || 1;
    const mayRetry = !answer || answer.status === 429 || answer.status === 503;
    if (!mayRetry || attempt >= MAX_ATTEMPTS || waitSeconds > MAX_WAIT_SECONDS) {
      throw new ServiceError(`${call.method} ${call.path} answered ${answer?.status ?? ''} ${text}`);
    }
    await sleep(1_000 * waitSeconds);
  }
}

function send(baseUrl: string, { method, path, body, headers }: Call): Promise<Response> {
  return fetch(`${baseUrl}/api${path}`, {
    method,
    body,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers?.() },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
}
