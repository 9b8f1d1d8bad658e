import { readProblem } from './api-problem.ts';
import type { Tokens } from './types.ts';

/** Sends one request. */
export type Send = (request: Request) => Promise<Response>;

export interface SessionOptions {
  baseUrl: string;
  send: Send;
  tokens?: Tokens;
  /** Called with each new pair. Keep it: the refresh token before it is spent. */
  onTokens?: (tokens: Tokens) => void | Promise<void>;
}

/** Who the client is to the service: puts the access token on requests and renews it when it has expired. */
export interface Session {
  replace(tokens: Tokens): Promise<void>;
  /** Sends a request with the access token; when that has expired, refreshes and sends it once more. */
  send: Send;
}

export function createSession({ baseUrl, send, tokens: given, onTokens }: SessionOptions): Session {
  let tokens = given;
  let refreshing: Promise<void> | undefined;

  async function replace(next: Tokens): Promise<void> {
    tokens = next;
    await onTokens?.(next);
  }

  async function refresh(refreshToken: string): Promise<void> {
    const headers = { authorization: `Bearer ${refreshToken}` };
    const response = await send(new Request(`${baseUrl}/auth/refresh`, { method: 'POST', headers }));
    if (response.ok) return replace((await response.json()) as Tokens);
    const problem = await readProblem(response);
    // The session has ended: using this token again would only be taken for theft.
    if (problem.statusCode === 401) tokens = undefined;
    throw problem;
  }

  /** A refresh token works once, and using it twice ends the session: whoever comes while it is under way waits for it. */
  async function renew(expired: string): Promise<boolean> {
    if (tokens?.accessToken !== expired) return tokens !== undefined;
    if (tokens.refreshToken === undefined) return false;
    refreshing ??= refresh(tokens.refreshToken).finally(() => (refreshing = undefined));
    await refreshing;
    return true;
  }

  return {
    replace,
    async send(request) {
      const sent = tokens?.accessToken;
      if (sent === undefined) return send(request);
      // The body of a request can be read once.
      const again = request.clone();
      const response = await send(withToken(request, sent));
      if (response.status !== 401 || !(await hasExpired(response)) || !(await renew(sent))) return response;
      return send(withToken(again, tokens?.accessToken ?? sent));
    },
  };
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

async function hasExpired(response: Response): Promise<boolean> {
  return (await readProblem(response.clone())).code === 'TOKEN_EXPIRED';
}
