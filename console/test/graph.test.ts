import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { keepScreenshot, launchBrowser, openBrowser, signIn } from './browser.ts';

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

test.serial('a graph is walked by keys, told as a path and read as tables', async (t) => {
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

/** Moves the mouse around a point until something is seen; the test's own time-out ends it otherwise. */
async function moveUntil(page: Page, { x, y }: { x: number; y: number }, isSeen: () => Promise<boolean>) {
  while (!(await isSeen())) {
    await page.mouse.move(x + 2, y);
    await page.mouse.move(x, y);
    await page.waitForTimeout(100);
  }
}

/** As sigma has it: sooner, two clicks or taps are one double click. */
const DOUBLE_CLICK_MS = 400;

test.serial(
  'a node is pointed at, clicked and tapped where it stands, also after the picture was moved and zoomed',
  async (t) => {
    const { page, context, complaints } = await openBrowser(browser, { hasTouch: true });
    await signIn(page);
    await page.goto('/graph?userId=ring-001');
    await page.getByText('Confirm your e-mail address').waitFor();
    const picture = page.getByRole('application');
    await picture.locator('canvas').first().waitFor();
    const { x, y, width, height } = (await picture.boundingBox())!;
    const seed = { x: x + width / 2, y: y + height / 2 };
    const moved = { x: seed.x + 60, y: seed.y + 40 };
    const nowhere = { x: x + 8, y: y + height - 8 };
    const pointed = page.getByText(/^user ring-001.*, linked with \d+$/);
    const chosen = page.getByRole('heading', { name: 'user ring-001' });

    // Until it is drawn, nothing is there to be pointed at.
    await moveUntil(page, seed, async () => (await pointed.count()) === 1);
    await page.mouse.click(seed.x, seed.y);
    await chosen.waitFor();
    await page.waitForTimeout(DOUBLE_CLICK_MS);
    await page.mouse.click(nowhere.x, nowhere.y);
    await chosen.waitFor({ state: 'detached' });
    t.is(await pointed.count(), 0);

    await page.touchscreen.tap(seed.x, seed.y);
    await chosen.waitFor();
    await page.waitForTimeout(DOUBLE_CLICK_MS);
    await page.touchscreen.tap(nowhere.x, nowhere.y);
    await chosen.waitFor({ state: 'detached' });

    await page.mouse.move(seed.x, seed.y);
    await page.mouse.wheel(0, -120);
    // Zooming takes a moment.
    await page.waitForTimeout(2 * DOUBLE_CLICK_MS);
    await page.mouse.down();
    await page.mouse.move(moved.x, moved.y, { steps: 4 });
    // Stopped before it is let go, it does not glide on.
    await page.waitForTimeout(DOUBLE_CLICK_MS);
    await page.mouse.up();
    await moveUntil(page, nowhere, async () => (await pointed.count()) === 0);
    await moveUntil(page, moved, async () => (await pointed.count()) === 1);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial('the two views of an assessment stand side by side, and fraud among others shows now only', async (t) => {
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
