import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IngestEvent } from '../../api/events/schemas.ts';
import type { AssessmentRequest, AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import type { Outcome } from '../../engine/vocabulary.ts';
import { callService } from './service-client.ts';

/** A company of the service and what it takes to speak for it. */
export interface Tenant {
  baseUrl: string;
  companyId: string;
  email: string;
  password: string;
  signingSecret: string;
  accessToken(): Promise<string>;
}

/** Access tokens live a quarter of an hour by default; a new one is due well before. */
const TOKEN_MAX_AGE_MS = 8 * 60_000;

/** Registers a company of its own for this run, as any client would, and has a signing secret made for it. */
export async function registerTenant(baseUrl: string, run: string): Promise<Tenant> {
  const email = 'admin@demo.example';
  const password = `demo-${randomBytes(6).toString('hex')}`;
  const registered = await post<{ companyId: string; accessToken: string }>(baseUrl, '/auth/register-company-admin', {
    companyName: `Demo Shop ${run}`,
    email,
    password,
    fullName: 'Demo Admin',
  });
  const { companyId } = registered;
  const { webhookSigningSecret: signingSecret } = await callService<{ webhookSigningSecret: string }>(baseUrl, {
    method: 'POST',
    path: '/auth/webhook-secret/regenerate',
    headers: () => bearer(registered.accessToken),
  });
  const accessToken = keepFresh(registered.accessToken, async () => {
    const login = await post<{ accessToken: string }>(baseUrl, '/auth/login', { companyId, email, password });
    return login.accessToken;
  });
  return { baseUrl, companyId, email, password, signingSecret, accessToken };
}

function keepFresh(first: string, renew: () => Promise<string>): () => Promise<string> {
  let token = first;
  let issuedAt = Date.now();
  return async () => {
    if (Date.now() - issuedAt > TOKEN_MAX_AGE_MS) {
      token = await renew();
      issuedAt = Date.now();
    }
    return token;
  };
}

/** Delivers an event under the signature of its exact bytes. */
export async function ingestEvent(
  tenant: Tenant,
  event: Omit<IngestEvent, 'companyId'>,
): Promise<{ assessment: AssessmentResponse }> {
  const { baseUrl, companyId, signingSecret } = tenant;
  const body = JSON.stringify({ companyId, ...event });
  return callService(baseUrl, {
    method: 'POST',
    path: '/events/ingest',
    body,
    headers: () => signBody(signingSecret, body),
  });
}

/** The headers of a signed event; each call makes them anew, because a nonce is used once. */
export function signBody(secret: string, body: string): Record<string, string> {
  return {
    'x-event-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-event-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-event-nonce': randomUUID(),
  };
}

export async function assessTransaction(tenant: Tenant, transaction: AssessmentRequest): Promise<AssessmentResponse> {
  return post(tenant.baseUrl, '/risk-engine/assess', transaction, await tenant.accessToken());
}

export async function sendFeedback(tenant: Tenant, assessmentId: string, outcome: Outcome): Promise<void> {
  await post(tenant.baseUrl, '/risk-engine/feedback', { assessmentId, outcome }, await tenant.accessToken());
}

function post<Answer>(baseUrl: string, path: string, body: object, token?: string): Promise<Answer> {
  const headers = token === undefined ? undefined : () => bearer(token);
  return callService(baseUrl, { method: 'POST', path, body: JSON.stringify(body), headers });
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
