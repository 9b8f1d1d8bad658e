import test from 'ava';
import type { Browser } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { keepScreenshot, launchBrowser, openBrowser, setting, signIn } from './browser.ts';
import { waitForLink } from './outbox.ts';

/* What people do with the console, from end to end, on the company of the demo with its planted ring. */

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

test.serial(
  'an admin finds the ring, works a case, tells the outcome, changes the policy, and it is on record',
  async (t) => {
    const { page, complaints, context } = await openBrowser(browser);
    await signIn(page);

    // The ring, in the explorer.
    await page.getByRole('link', { name: 'Explorer' }).click();
    await page.getByLabel('Search').fill('ring-');
    await page.waitForURL(/search=ring-/);
    await page.getByLabel('Action').selectOption('review');
    await page.waitForURL(/action=review/);
    const rows = page.getByRole('row').filter({ hasText: 'ring-0' });
    // The list before it stands until the answer is there.
    await rows.filter({ hasText: 'Allow' }).first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'Review' }).nth(5).waitFor();

    // One evaluation, why it was stopped, and whom it is connected to.
    await rows.first().getByRole('link').first().click();
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await keepScreenshot(page, 'evaluation-light-1280');
    t.deepEqual(await findAccessibilityFaults(page), []);
    const evaluation = page.url();
    await page.locator('a[href*="/graph?assessmentId="]').first().click();
    await page.waitForURL(/\/graph\?assessmentId=/);
    await page.getByRole('heading', { level: 1, name: /Graph/ }).waitFor();
    await page
      .getByText(/ring-0/)
      .first()
      .waitFor();
    await keepScreenshot(page, 'graph-of-ring-light-1280');

    // A review case: opened, claimed, closed with a verdict.
    await page.goto(evaluation);
    await page.getByRole('button', { name: 'Open a review' }).click();
    await page.getByLabel('Note (optional)').fill('Same device as the accounts of last week.');
    await page.getByRole('dialog').getByRole('button', { name: 'Open the review' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('a[href*="/reviews?"]').first().click();
    await page.getByRole('button', { name: /Claim/ }).click();
    await page.getByText('Claimed').first().waitFor();
    await page
      .getByRole('button', { name: /Confirmed fraud/ })
      .last()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Confirmed fraud|Confirm/ })
      .last()
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Claim/ }).waitFor({ state: 'detached' });
    await keepScreenshot(page, 'review-closed-light-1280');

    // Feedback: the verdict is the outcome of the evaluation; a better one can be told.
    await page.goto(evaluation);
    await page.getByRole('button', { name: /^Confirmed fraud/, pressed: true }).waitFor();
    await page.getByRole('button', { name: /^Chargeback/ }).click();
    await page.getByRole('button', { name: /^Chargeback/, pressed: true }).waitFor();

    // The policy, and the audit log.
    await page.getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('spinbutton', { name: 'Review from' }).fill('38');
    await page
      .getByText(/would move from/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Look over and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('It applies from the next assessment on.').first().waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page
      .getByText(/50 → 38|50 to 38/)
      .first()
      .waitFor();

    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial('a policy that somebody else changed meanwhile is not overwritten', async (t) => {
  const [mine, theirs] = [await openBrowser(browser), await openBrowser(browser)];
  for (const { page } of [mine, theirs]) {
    await signIn(page);
    await page.getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('spinbutton', { name: 'Block from' }).waitFor();
  }
  const save = async (page: typeof mine.page, block: string) => {
    await page.getByRole('spinbutton', { name: 'Block from' }).fill(block);
    await page.getByRole('button', { name: 'Look over and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await save(theirs.page, '85');
  await theirs.page.getByText('It applies from the next assessment on.').first().waitFor();
  await save(mine.page, '75');
  const conflict = mine.page.getByRole('dialog').filter({ hasText: 'The policy has changed meanwhile' });
  await conflict.waitFor();
  t.deepEqual(await findAccessibilityFaults(mine.page), []);
  await conflict.getByRole('button', { name: 'Load theirs, drop mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  t.is(await mine.page.getByRole('spinbutton', { name: 'Block from' }).inputValue(), '85');
  await Promise.all([mine.context.close(), theirs.context.close()]);
});

test.serial('an analyst who was invited joins, and does not see what is for admins', async (t) => {
  const admin = await openBrowser(browser);
  const account = { email: 'grace@demo.example', password: 'correct horse battery' };
  await signIn(admin.page);
  await admin.page.getByRole('link', { name: 'Members' }).click();
  await admin.page.getByRole('button', { name: 'Invite a person' }).click();
  await admin.page.getByLabel('E-mail address').fill(account.email);
  await admin.page.getByRole('button', { name: 'Send the invitation' }).click();
  const link = await waitForLink(account.email, 'accept-invitation');
  await admin.context.close();

  const { page, complaints, context } = await openBrowser(browser);
  await page.goto(link);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  t.is(await page.getByLabel('Company id').inputValue(), setting.companyId);
  await signIn(page, account);
  const screens = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allTextContents();
  t.deepEqual(screens, ['Overview', 'Explorer', 'Graph', 'Reviews']);
  await page.goto('/policy');
  await page.getByText('Only for admins').waitFor();
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial('a session that ended brings people back to where they were', async (t) => {
  const { page, context } = await openBrowser(browser);
  await signIn(page);
  await page.goto('/evaluations?search=ring-&action=block');
  await page.getByRole('row').filter({ hasText: 'ring-0' }).first().waitFor();
  await context.clearCookies();
  await page.reload();
  await page.getByLabel('Password').fill(setting.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('row').filter({ hasText: 'ring-0' }).first().waitFor();
  t.regex(page.url(), /search=ring-&action=block/);

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goto('/reviews');
  await page.waitForURL(/\/sign-in\?next=/);
  t.is((await context.cookies()).length, 0);
  await context.close();
});

test.serial('a new company is led to its first event', async (t) => {
  const { page, complaints, context } = await openBrowser(browser);
  await page.goto('/register');
  await page.getByLabel('Company').fill('First Day Ltd');
  await page.getByLabel('E-mail address').fill('first@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page
    .getByText(/signing secret/i)
    .first()
    .waitFor();
  await keepScreenshot(page, 'first-event-light-1280');
  t.deepEqual(await findAccessibilityFaults(page), []);
  t.deepEqual(complaints, []);
  await context.close();
});
