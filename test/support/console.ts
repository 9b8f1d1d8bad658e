import type { Answer, Service, Tenant } from './service.ts';

type Headers = Record<string, string>;
const PATH = '/api/auth/console-session';

/** The name and value of the cookie that an answer sets, as a browser sends it back; undefined when it sets none. */
export function cookieOf({ headers }: Answer): string | undefined {
  return headers.getSetCookie()[0]?.split(';')[0];
}

export async function signInToConsole(
  service: Service,
  { companyId, email, password }: Pick<Tenant, 'companyId' | 'email' | 'password'>,
  headers: Headers = {},
): Promise<{ answer: Answer; cookie: string; token: string }> {
  const answer = await service.call('POST', PATH, { body: { companyId, email, password }, headers });
  return { answer, cookie: cookieOf(answer) ?? '', token: String(answer.body['accessToken']) };
}

/** Asks for an access token by the cookie. */
export function renewConsole(service: Service, cookie?: string, headers: Headers = {}): Promise<Answer> {
  return service.call('POST', `${PATH}/token`, { headers: { ...(cookie !== undefined && { cookie }), ...headers } });
}

export function signOutOfConsole(service: Service, cookie?: string, headers: Headers = {}): Promise<Answer> {
  return service.call('DELETE', PATH, { headers: { ...(cookie !== undefined && { cookie }), ...headers } });
}
