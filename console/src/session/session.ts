import type { Schemas } from '../../../clients/typescript/src/types.ts';

/**
 * Who is signed in. The server keeps the session and names it in a cookie that no script can read; the page holds
 * nothing but the short-lived access token, in memory only.
 */
export type Session = Schemas['ConsoleSession'];
type Credentials = Schemas['LoginRequest'];
export type Permission = Session['permissions'][number];
export type PlanFeature = Session['planFeatures'][number];

const BASE = '/api/auth/console-session';
/** Whether this browser has signed in: where it has not, there is no cookie to ask with. */
const HINT = 'signed-in';

let session: Session | undefined;
let renewing: Promise<Session | undefined> | undefined;
const listeners = new Set<() => void>();

export function getSession(): Session | undefined {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: Session | undefined): void {
  session = next;
  if (next) localStorage.setItem(HINT, 'yes');
  else localStorage.removeItem(HINT);
  for (const listener of listeners) listener();
}

/** @returns the response: 200 has begun a session, anything else says in its body why not */
export async function signIn(credentials: Credentials): Promise<Response> {
  const response = await send('POST', '', credentials);
  if (response.ok) replace((await response.clone().json()) as Session);
  return response;
}

/**
 * Asks for a new access token, once for all who wait for it.
 *
 * @returns undefined when there is no session any more
 * @throws TypeError when the service cannot be reached
 */
export async function renewSession(): Promise<Session | undefined> {
  if (!localStorage.getItem(HINT)) return undefined;
  renewing ??= renew().finally(() => (renewing = undefined));
  return await renewing;
}

async function renew(): Promise<Session | undefined> {
  const response = await send('POST', '/token');
  if (response.ok) replace((await response.json()) as Session);
  // Only the service's word ends a session: it may be busy, or restarting.
  else if (response.status === 401 || response.status === 403) replace(undefined);
  else throw new TypeError(`The service answered ${response.status}`);
  return session;
}

/** Ends the session on the server, and its cookie; the page still thinks it is there until `endSession`. */
export async function revokeSession(): Promise<void> {
  await send('DELETE', '').catch(() => undefined);
}

/** The session is over: nothing of it is left in the page. */
export function endSession(): void {
  replace(undefined);
}

function send(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Response> {
  return fetch(BASE + path, {
    method,
    credentials: 'same-origin',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}
