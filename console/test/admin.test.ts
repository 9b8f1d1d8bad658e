import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { keepScreenshot, launchBrowser, openBrowser } from './browser.ts';
import { acceptInvitation, registerCompany, signInTo, type Company } from './company.ts';

/* What admins do in the console, step by step, in a company of its own. */

let browser: Browser;
let company: Company;
test.before(async () => {
  browser = await launchBrowser();
  company = await registerCompany();
});
test.after.always(() => browser?.close());

async function openAsAdmin(address: string): Promise<Page> {
  const { page } = await openBrowser(browser);
  await signInTo(page, company);
  await page.goto(address);
  return page;
}

test.serial('the signing secret is shown once, and the doctor checks the very bytes that are pasted', async (t) => {
  const page = await openAsAdmin('/developers');
  await page.getByRole('button', { name: 'Generate the secret' }).click();
  const shown = page.getByRole('group', { name: 'The new signing secret' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  t.regex(secret, /^whsec_/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Replace the secret' }).waitFor();
  t.false((await page.content()).includes(secret));

  const body = JSON.stringify(anEvent(), undefined, 2);
  const examine = async (signed: string) => {
    const signature = createHmac('sha256', secret).update(signed).digest('hex');
    const headers = { signature, timestamp: Math.floor(Date.now() / 1000), nonce: `nonce-${Math.random()}` };
    const lines = Object.entries(headers).map(([name, value]) => `x-event-${name}: ${value}`);
    await page.getByLabel('Headers').fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Find out what is wrong' }).click();
  };
  await page.getByLabel('Body', { exact: true }).fill(body);
  await examine(body);
  await page.getByText('Nothing is wrong: this would be accepted.').waitFor();
  await examine(`${body}\n`);
  await page.getByText('It is the signature of the body with a newline at its end').waitFor();
  await page.getByLabel('Line ends of the body').selectOption('CRLF');
  await examine(body.replaceAll('\n', '\r\n'));
  await page.getByText('Nothing is wrong: this would be accepted.').waitFor();
  const file = Buffer.from(`\ufeff${body}`);
  await page.getByLabel('Or a file').setInputFiles({ name: 'e.json', mimeType: 'application/json', buffer: file });
  await page.getByText('e.json').waitFor();
  await examine(body);
  await page.getByText('Send UTF-8 without a byte order mark.').waitFor();
});

function anEvent(): object {
  const id = `event-${Math.random()}`;
  const ids = {
    companyId: company.companyId,
    eventSource: 'shop',
    externalEventId: id,
    idempotencyKey: id,
    userId: 'u-1',
  };
  return { ...ids, eventType: 'login_event', timestamp: new Date().toISOString(), metadata: { name: 'Zoë' } };
}

test.serial('people are invited, change their role, and leave; the last admin stays', async (t) => {
  const page = await openAsAdmin('/members');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('button', { name: 'Revoke the invitation of grace@example.com' }).waitFor();
  const grace = await acceptInvitation(company, 'grace@example.com');

  const other = await openBrowser(browser);
  await signInTo(other.page, grace);
  for (const screen of ['/members', '/audit-log', '/threat-intel', '/developers', '/plan']) {
    await other.page.goto(screen);
    await other.page.getByText('Only for admins').waitFor();
  }
  t.is(await other.page.getByRole('link', { name: 'Members' }).count(), 0);

  await page.reload();
  await page.getByRole('button', { name: `Change role of ${company.email}` }).click();
  await page.getByRole('radio', { name: 'Analyst' }).check();
  await page.getByRole('button', { name: 'Save the role' }).click();
  await page.getByText('The company would be left without an admin').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change role of grace@example.com' }).click();
  await page.getByRole('radio', { name: 'Admin' }).check();
  await page.getByRole('button', { name: 'Save the role' }).click();
  await page.getByText('grace@example.com is an admin now').first().waitFor();
  await other.page.goto('/members');
  await other.page.getByRole('button', { name: 'Invite a person' }).waitFor();

  await page.getByRole('button', { name: 'Remove grace@example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('grace@example.com is no member any more').first().waitFor();
  await other.page.goto('/members');
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test.serial('the audit log tells what was done, by the filters of its address', async (t) => {
  const page = await openAsAdmin('/audit-log');
  await page.getByText('made grace@example.com an admin, before an analyst').waitFor();
  await page.getByLabel('What').selectOption('member.role_changed');
  await page.waitForURL(/action=member\.role_changed/);
  const entries = page.locator('main details');
  await page.getByText('invited grace@example.com as an analyst').waitFor({ state: 'detached' });
  t.is(await entries.count(), 1);
  await entries.first().locator('summary').press('Enter');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'role (changed)' }) });
  t.deepEqual(await row.getByRole('cell').allInnerTexts(), ['− analyst', '+ admin']);
  await page.getByLabel('From').fill('2026-01-01');
  await page.waitForURL(/from=/);
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
  await page.getByText('invited grace@example.com as an analyst').waitFor();
});

test.serial('an endpoint is subscribed, tested and deleted', async (t) => {
  const received: unknown[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers['webhook-signature']);
    response.end('taken');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.teardown(() => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/threats`;

  const page = await openAsAdmin('/threat-intel');
  await page.getByRole('button', { name: 'Subscribe an endpoint' }).click();
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await page
    .getByRole('group', { name: `The secret of ${url}` })
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: `Send a test to ${url}` }).click();
  await page.getByText('The test message was delivered.').waitFor();
  t.is(received.length, 1);
  t.regex(String(received[0]), /^v1,/);
  await page.getByRole('button', { name: `Delete ${url}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No endpoint is subscribed').waitFor();
});

test.serial('a plan is bought in the sandbox; what it leaves out names the plans that have it', async (t) => {
  const buyer = await registerCompany();
  const { page } = await openBrowser(browser);
  await signInTo(page, buyer);
  await page.goto('/plan');
  await page.getByRole('button', { name: 'Buy Starter through the sandbox' }).click();
  const [checkout] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the checkout' }).click(),
  ]);
  await checkout.getByRole('button', { name: 'Confirm payment' }).click();
  await page.getByText('Your company is on the plan Starter now.').first().waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Starter' }).getByText('yours').waitFor();

  for (const [address, plans] of [
    ['/graph?userId=customer-1', 'Growth, Enterprise'],
    ['/audit-log', 'Growth, Enterprise'],
    ['/threat-intel', 'Enterprise'],
  ] as const) {
    await page.goto(address);
    await page.getByText('Not part of your plan').first().waitFor();
    t.true((await page.locator('main').innerText()).includes(plans), address);
    await keepScreenshot(page, `not-in-plan-${address.split(/\W/)[1]}`);
  }
  await page.getByRole('link', { name: 'See the plans that have it' }).first().click();
  await page.getByRole('heading', { name: 'Plans on offer' }).waitFor();
});
