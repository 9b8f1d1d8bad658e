import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A company that may send requests. */
export interface Tenant {
  companyId: string;
  token: string;
  signingSecret: string;
}

/** Registers a company, signs its admin in and has a signing secret made, all through the API. */
export async function registerTenant(port: number, database: pg.Client): Promise<Tenant> {
  const email = 'bench@example.com';
  const password = randomUUID();
  const { companyId } = await post(port, '/auth/register-company-admin', { companyName: 'Bench', email, password });
  const login = await post(port, '/auth/login', { companyId, email, password });
  const token = String(login['accessToken']);
  const secret = await post(port, '/auth/webhook-secret/regenerate', undefined, token);
  // A limit stays, so that the work of keeping it is measured as well; it is only out of reach.
  await database.query('update plans set monthly_event_limit = 1000000000000');
  return {
    companyId: String(companyId),
    token,
    signingSecret: String(secret['webhookSigningSecret']),
  };
}

async function post(
  port: number,
  path: string,
  body: object | undefined,
  token?: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${String(answer['code'])}`);
  return answer;
}
