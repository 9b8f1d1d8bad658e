import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../../demo/service-client.ts';

/** What went over the wire, over all requests. */
export interface Traffic {
  attempts: number;
  retries: number;
  /** How often each answer came, such as `200`, `503 SERVICE_UNAVAILABLE` or `no answer`. */
  answers: Map<string, number>;
  /** The longest that any request waited for its 200, all attempts together. */
  slowestMs: number;
}

export interface Client {
  traffic: Traffic;
  /**
   * Sends a request again and again, each time with new headers, until it is answered with 200.
   *
   * @returns undefined when it was refused (4xx), or given up because the test is over
   */
  send<Answer>(call: Call): Promise<Answer | undefined>;
}

/** Longer than the service itself waits for its servers. */
const ATTEMPT_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 150;

/** @param giveUp ends all retries */
export function createClient(baseUrl: string, giveUp: AbortSignal): Client {
  const traffic: Traffic = { attempts: 0, retries: 0, answers: new Map(), slowestMs: 0 };
  const attempt = async (call: Call): Promise<{ status: number; body: unknown }> => {
    traffic.attempts += 1;
    const answer = await post(baseUrl, call, giveUp).catch(() => ({ status: 0, body: undefined }));
    const kind = describeAnswer(answer);
    traffic.answers.set(kind, (traffic.answers.get(kind) ?? 0) + 1);
    return answer;
  };
  return {
    traffic,
    send: async <Answer>(call: Call) => {
      const startedAt = performance.now();
      while (!giveUp.aborted) {
        const { status, body } = await attempt(call);
        if (status === 200) {
          traffic.slowestMs = Math.max(traffic.slowestMs, performance.now() - startedAt);
          return body as Answer;
        }
        if (status >= 400 && status < 500) return undefined;
        traffic.retries += 1;
        await sleep(RETRY_DELAY_MS);
      }
      return undefined;
    },
  };
}

async function post(baseUrl: string, { method, path, body, headers }: Call, giveUp: AbortSignal) {
  const response = await fetch(`${baseUrl}/api${path}`, {
    method,
    body,
    headers: { 'content-type': 'application/json', ...headers?.() },
    signal: AbortSignal.any([giveUp, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
  });
  return { status: response.status, body: await response.json() };
}

function describeAnswer({ status, body }: { status: number; body: unknown }): string {
  if (status === 0) return 'no answer';
  return status === 200 ? '200' : `${status} ${String((body as { code?: unknown }).code)}`;
}
