import test from 'ava';
import type { Browser } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { keepScreenshot, launchBrowser, openBrowser, signIn } from './browser.ts';

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

test('a graph is walked by keys, told as a path and read as tables', async (t) => {
  const { page, context, complaints } = await openBrowser(browser);
  await signIn(page);
  await page.goto('/graph?userId=ring-001');
  const picture = page.getByRole('application');
  await picture.locator('canvas').first().waitFor();

  await picture.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^device .*, linked with \d+$/).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^device/ }).waitFor();
  t.regex(page.url(), /node=globalindicator/);
  await keepScreenshot(page, 'graph-chosen-light-1280');

  await page.keyboard.press('Home');
  await page.getByRole('heading', { name: 'user ring-001' }).waitFor();
  await page.getByRole('button', { name: 'Path to the nearest confirmed fraud' }).click();
  await page.getByText(/^user ring-001 – .* – user ring-\d+ \(confirmed fraud\)/).waitFor();

  await page.getByLabel('Find in the graph').fill('ring-002');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'user ring-002' }).waitFor();
  t.deepEqual(await findAccessibilityFaults(page), []);

  await page.getByRole('tab', { name: 'Tables' }).click();
  await page.getByRole('region', { name: 'Users' }).getByRole('button', { name: 'ring-001' }).waitFor();
  await page.getByRole('button', { name: 'Similarity' }).click();
  t.is(await page.locator('th[aria-sort="ascending"]').innerText(), 'Similarity');
  t.deepEqual(await findAccessibilityFaults(page), []);
  t.deepEqual(complaints, []);
  await context.close();
});

test('the two views of an assessment stand side by side, and fraud among others shows now only', async (t) => {
  const { page, context, complaints } = await openBrowser(browser);
  await signIn(page);
  await page.goto('/evaluations?search=ring-010');
  await page.locator('a[href^="/evaluations/"]').first().click();
  await page.locator('a[href*="/graph?assessmentId="]').first().click();
  await page.getByRole('application', { name: /^At the assessment/ }).waitFor();
  await page.getByRole('application', { name: /^Now/ }).waitFor();
  await keepScreenshot(page, 'graph-both-light-1280');
  await page
    .getByRole('button', { name: /\(confirmed fraud\)/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'At the assessment', exact: true }).click();
  await page.getByRole('application', { name: /^Now/ }).waitFor({ state: 'detached' });
  t.is(await page.getByRole('button', { name: /\(confirmed fraud\)/ }).count(), 0);
  t.deepEqual(await findAccessibilityFaults(page), []);
  t.deepEqual(complaints, []);
  await context.close();
});
