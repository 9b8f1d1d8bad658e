import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openBrowser, setting, signIn } from './browser.ts';
import { waitForLink } from './outbox.ts';

/** What a colleague does must show within this. */
const SEEN_WITHIN_MS = 10_000;
const COLLEAGUE = { email: 'hedy@demo.example', password: 'correct horse battery' };

let browser: Browser;
let token: string;
test.before(async () => {
  browser = await launchBrowser();
  const { companyId, email, password } = setting;
  ({ accessToken: token } = await call<{ accessToken: string }>('/auth/login', { companyId, email, password }));
  await call('/auth/invitations', { email: COLLEAGUE.email, role: 'analyst' });
  const link = await waitForLink(COLLEAGUE.email, 'accept-invitation');
  await call('/auth/invitations/accept', { token: link.split('#')[1], password: COLLEAGUE.password });
});
test.after.always(() => browser?.close());

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${setting.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A new case, opened by two analysts. */
async function openTogether(place: number) {
  const { data } = await call<{ data: { id: string; userId: string }[] }>(
    '/risk-engine/evaluations?search=customer&limit=20',
  );
  const { id } = await call<{ id: string }>('/reviews', { assessmentId: data[place]?.id });
  const [first, second] = [await openBrowser(browser), await openBrowser(browser)];
  await signIn(first.page);
  await signIn(second.page, COLLEAGUE);
  for (const { page } of [first, second]) {
    await page.goto(`/reviews?status=open&reviewId=${id}`);
    await statusOf(page, 'Open').waitFor();
  }
  return { first, second };
}

function statusOf(page: Page, status: string) {
  return page.locator('#case-title').getByText(status, { exact: true });
}

test.serial('a case that one analyst claims by key is seen claimed by the other within seconds', async (t) => {
  const { first, second } = await openTogether(0);
  const begun = Date.now();
  await second.page.keyboard.press('c');
  await statusOf(first.page, 'In review').waitFor({ timeout: SEEN_WITHIN_MS });
  await first.page.getByText(`${COLLEAGUE.email} moved this case to “in review”`).waitFor();
  t.log(`seen after ${Date.now() - begun} ms`);
  t.is(await first.page.getByRole('button', { name: /^Claim/ }).count(), 0);
  t.deepEqual([...first.complaints, ...second.complaints], []);
  await Promise.all([first.context.close(), second.context.close()]);
});

test.serial('a move that comes too late is not made, and says who was faster', async (t) => {
  const { first, second } = await openTogether(1);
  const { page } = first;
  let isHeldBack = true;
  await page.route('**/api/reviews**', (route) => (isHeldBack ? undefined : route.continue()));
  const moved = second.page.waitForResponse((response) => response.request().method() === 'PATCH');
  await second.page.keyboard.press('e');
  t.is((await moved).status(), 200);
  isHeldBack = false;
  await page.keyboard.press('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmed fraud' }).click();
  await page.getByText('Your move was not made.').waitFor();
  await statusOf(page, 'Escalated').waitFor();
  t.true(await page.getByText(`${COLLEAGUE.email} moved this case to “escalated”`).isVisible());
  await Promise.all([first.context.close(), second.context.close()]);
});

test.serial('a move that fails is taken back; keys do nothing while one writes', async (t) => {
  const { first, second } = await openTogether(2);
  const { page } = first;
  await page.getByLabel('Note').fill('');
  await page.getByLabel('Note').pressSequentially('cej1');
  t.is(await page.getByLabel('Note').inputValue(), 'cej1');
  await page.route('**/api/reviews/status', (route) => route.abort());
  await page.getByRole('button', { name: /^Claim/ }).click();
  await page.getByText('The service cannot be reached').first().waitFor();
  await statusOf(page, 'Open').waitFor();
  t.is(await page.getByLabel('Note').inputValue(), 'cej1');
  await Promise.all([first.context.close(), second.context.close()]);
});
