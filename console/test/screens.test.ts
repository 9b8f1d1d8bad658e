import test from 'ava';
import type { Browser } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { keepScreenshot, launchBrowser, openBrowser, signIn } from './browser.ts';

interface Screen {
  name: string;
  path: string;
  /** Shows that it is there. */
  heading: string | RegExp | undefined;
}

/** Every screen behind the sign-in */
const SCREENS: readonly Screen[] = [
  { name: 'overview', path: '/', heading: 'Overview' },
  { name: 'explorer', path: '/evaluations', heading: 'Explorer' },
  { name: 'graph', path: '/graph?userId=ring-001', heading: /Graph/ },
  { name: 'reviews', path: '/reviews', heading: 'Reviews' },
  { name: 'policy', path: '/policy', heading: 'Policy' },
  { name: 'audit-log', path: '/audit-log', heading: 'Audit log' },
  { name: 'threat-intel', path: '/threat-intel', heading: 'Threat intelligence' },
  { name: 'plan', path: '/plan', heading: 'Plan and usage' },
  { name: 'developers', path: '/developers', heading: 'Developers' },
  { name: 'members', path: '/members', heading: 'Members' },
];
const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in' },
  { name: 'register', path: '/register', heading: 'Register a company' },
  { name: 'forgot-password', path: '/account/forgot-password', heading: /password/i },
  { name: 'accept-invitation', path: '/account/accept-invitation#token', heading: /invitation/i },
  { name: 'reset-password', path: '/account/reset-password#token', heading: /password/i },
  { name: 'verify-email', path: '/account/verify-email#token', heading: /e-mail/i },
  { name: 'not-found', path: '/no-such-page', heading: undefined },
];
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
    const faults: string[] = [];
    const visit = async ({ name, path, heading }: Screen) => {
      await page.goto(path);
      if (heading) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await keepScreenshot(page, `${name}-${suffix}`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      const found = [...(await findAccessibilityFaults(page)), ...complaints.splice(0)];
      if (width > look.width) found.push(`${width} pixels wide`);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    };
    for (const screen of PUBLIC_SCREENS) await visit(screen);
    await signIn(page);
    for (const screen of SCREENS) await visit(screen);
    await context.close();
    t.deepEqual(faults, []);
  });
}
