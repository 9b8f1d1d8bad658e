import { createFraudRiskClient } from '../../../clients/typescript/src/client.ts';
import { endSession, getSession, renewSession } from '../session/session.ts';

/** A token this close to its end is renewed before it is sent. */
const RENEW_BEFORE_MS = 20_000;

/** The public API, as the person who is signed in. Whatever it refuses is thrown as an ApiProblem. */
export const api = createFraudRiskClient({ baseUrl: `${location.origin}/api`, fetch: sendAsPerson });

async function sendAsPerson(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendWithToken(request, await findFreshToken());
  if (response.status !== 401 || !getSession()) return response;
  // The token is refused: expired by the server's clock, or its session has ended in another window.
  const renewed = await renewSession();
  if (!renewed) return response;
  const second = await sendWithToken(again, renewed.accessToken);
  if (second.status === 401) endSession();
  return second;
}

async function findFreshToken(): Promise<string | undefined> {
  const session = getSession();
  if (!session) return undefined;
  const remaining = Date.parse(session.accessTokenExpiresAt) - Date.now();
  return remaining > RENEW_BEFORE_MS ? session.accessToken : (await renewSession())?.accessToken;
}

function sendWithToken(request: Request, token: string | undefined): Promise<Response> {
  if (token) request.headers.set('authorization', `Bearer ${token}`);
  return fetch(request);
}
