import { createSandboxKeys } from '../../api/billing/sandbox/keys.ts';
import { waitUntil } from '../jobs/support.ts';
import { TEST_ENVIRONMENT } from './environment.ts';
import type { Answer, Service, Tenant } from './service.ts';

const keys = createSandboxKeys(TEST_ENVIRONMENT.ENCRYPTION_KEY);

/** The header by which the sandbox proves that a notification is its own. */
export function signSandbox(body: string | Uint8Array): Record<string, string> {
  return { 'x-sandbox-signature': keys.signNotification(body) };
}

export function subscribe(
  service: Service,
  { token }: Pick<Tenant, 'token'>,
  planCode: unknown,
  provider = 'sandbox',
): Promise<Answer> {
  return service.call('POST', `/api/billing/${provider}/subscriptions`, { token, body: { planCode } });
}

/** Delivers a notification of the sandbox with a valid signature over its bytes. */
export function notify(service: Service, payload: object): Promise<Answer> {
  const body = JSON.stringify(payload);
  return service.call('POST', '/api/billing/sandbox/webhook', { body, headers: signSandbox(body) });
}

export function readMine(service: Service, { token }: Pick<Tenant, 'token'>): Promise<Answer> {
  return service.call('GET', '/api/subscriptions/me', { token });
}

export interface BrowserPage {
  status: number;
  html: string;
}

/** Opens the checkout of an answer, or sends its form, as a browser without scripts would: redirects are followed. */
export async function visit(service: Service, shortUrl: unknown, decision?: string): Promise<BrowserPage> {
  const { pathname, search } = new URL(String(shortUrl));
  const form = decision === undefined ? {} : { method: 'POST', body: new URLSearchParams({ decision }) };
  const response = await fetch(`${service.url}${pathname}${search}`, form);
  return { status: response.status, html: await response.text() };
}

/** Resolves when the company's active subscription is of this plan. */
export async function waitForPlan(service: Service, tenant: Pick<Tenant, 'token'>, code: string): Promise<void> {
  const isActive = async () => ((await readMine(service, tenant)).body['plan'] as { code?: string })?.code === code;
  await waitUntil(isActive, `the plan ${code} is active`);
}
