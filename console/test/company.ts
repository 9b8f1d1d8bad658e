import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { setting } from './browser.ts';

/** A company of its own, for tests that change what others rely on. */
export interface Company {
  companyId: string;
  email: string;
  password: string;
}

const PASSWORD = 'correct horse battery';
const MAIL_TIMEOUT_MS = 20_000;

export async function registerCompany(): Promise<Company> {
  const email = `admin-${randomUUID()}@example.com`;
  const body = { companyName: 'Example Shop', email, password: PASSWORD };
  const { companyId } = await callApi<{ companyId: string }>('/auth/register-company-admin', body);
  return { companyId, email, password: PASSWORD };
}

/** Signs in on the page, whoever is signed in there already. */
export async function signInTo(page: Page, { companyId, email, password }: Company): Promise<void> {
  await page.goto(`/sign-in?companyId=${companyId}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#navigation').waitFor({ state: 'attached' });
}

/** Accepts the invitation that was sent to an address, as its link does. */
export async function acceptInvitation({ companyId }: Company, email: string): Promise<Company> {
  const token = await findLinkToken(email);
  await callApi('/auth/invitations/accept', { token, password: PASSWORD });
  return { companyId, email, password: PASSWORD };
}

/** Mail is written to a folder by a worker, soon after it was asked for. */
async function findLinkToken(email: string): Promise<string> {
  const outbox = path.join(setting.dataDir, 'outbox');
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (Date.now() < deadline) {
    for (const file of readdirSync(outbox)) {
      // Long lines are folded with an equals sign.
      const mail = readFileSync(path.join(outbox, file), 'utf8').replaceAll(/=\r?\n/g, '');
      const token = /accept-invitation#([\w-]{64})/.exec(mail)?.[1];
      if (token && mail.includes(`To: ${email}`)) return token;
    }
    await sleep(200);
  }
  throw new Error(`No invitation was sent to ${email}`);
}

async function callApi<Answer>(route: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${setting.url}/api${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
