import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { keepScreenshot, launchBrowser, openBrowser, signIn } from './browser.ts';

/** Every screen behind the sign-in, and what shows that it is there. */
const SCREENS = [
  { name: 'overview', path: '/', heading: 'Overview' },
  { name: 'explorer', path: '/evaluations', heading: 'Explorer' },
  { name: 'graph', path: '/graph?userId=ring-001', heading: 'Graph' },
  { name: 'reviews', path: '/reviews', heading: 'Reviews' },
  { name: 'policy', path: '/policy', heading: 'Policy' },
  { name: 'audit-log', path: '/audit-log', heading: 'Audit log' },
  { name: 'threat-intel', path: '/threat-intel', heading: 'Threat intelligence' },
  { name: 'plan', path: '/plan', heading: 'Plan and usage' },
  { name: 'developers', path: '/developers', heading: 'Developers' },
  { name: 'members', path: '/members', heading: 'Members' },
] as const;
const PUBLIC_SCREENS = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in' },
  { name: 'register', path: '/register', heading: 'Register a company' },
  { name: 'forgot-password', path: '/account/forgot-password', heading: /password/i },
  { name: 'not-found', path: '/no-such-page', heading: undefined },
] as const;
const LOOKS = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 360 },
] as const;

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

for (const look of LOOKS) {
  const suffix = `${look.scheme}-${look.width}`;
  test.serial(`every screen is accessible, complains of nothing and fits: ${suffix}`, async (t) => {
    const { page, complaints, context } = await openBrowser(browser, look);
    for (const screen of PUBLIC_SCREENS) await visit(page, screen);
    await signIn(page);
    for (const screen of SCREENS) await visit(page, screen);
    await context.close();

    async function visit(
      page: Page,
      { name, path, heading }: { name: string; path: string; heading?: string | RegExp },
    ) {
      await page.goto(path);
      if (heading) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.loading').waitFor({ state: 'detached' });
      await keepScreenshot(page, `${name}-${suffix}`);
      t.deepEqual(await findAccessibilityFaults(page), [], `${name} (${suffix})`);
      t.deepEqual(complaints.splice(0), [], `${name} (${suffix}): the browser complains of nothing`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      t.true(width <= look.width, `${name} (${suffix}) is ${width} pixels wide`);
    }
  });
}
