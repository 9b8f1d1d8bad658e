import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { keepScreenshot, launchBrowser, openBrowser, signIn, type Person } from './browser.ts';

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
/** One after the other, so that most of the page stays as it was between two of them. */
const LOOKS = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 360 },
] as const;

let browser: Browser;
let visitor: Person;
let admin: Person;
test.before(async () => {
  browser = await launchBrowser();
  visitor = await openBrowser(browser);
  admin = await openBrowser(browser);
  await signIn(admin.page);
});
test.after.always(() => browser?.close());

for (const screen of PUBLIC_SCREENS) checkScreen(screen, () => visitor);
for (const screen of SCREENS) checkScreen(screen, () => admin);

function checkScreen(screen: Screen, by: () => Person): void {
  test.serial(
    `${screen.name} is accessible, complains of nothing and fits, light and dark, wide and narrow`,
    async (t) => {
      const { page, complaints } = by();
      await open(page, screen);
      for (const look of LOOKS) {
        t.deepEqual(await findFaults(page, screen, look), [], nameOf(look));
        t.deepEqual(complaints.splice(0), [], nameOf(look));
      }
    },
  );
}

type Look = (typeof LOOKS)[number];

const nameOf = ({ scheme, width }: Look) => `${scheme}-${width}`;

async function open(page: Page, { path, heading }: Screen): Promise<void> {
  await take(page, LOOKS[0]);
  await page.goto(path);
  if (heading) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

async function findFaults(page: Page, { name }: Screen, look: Look): Promise<string[]> {
  await take(page, look);
  await keepScreenshot(page, `${name}-${nameOf(look)}`);
  const faults = await findAccessibilityFaults(page);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return width > look.width ? [...faults, `${width} pixels wide`] : faults;
}

async function take(page: Page, { scheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: 900 });
}
