import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Where the service of scripts/test-console.ts is, and its demo company. */
interface Setting {
  url: string;
  companyId: string;
  email: string;
  password: string;
  signingSecret: string;
  /** The program. */
  browser: string;
  /** Mail is written to an outbox in it. */
  dataDir: string;
}

export const setting = JSON.parse(process.env['TEST_CONSOLE'] ?? '{}') as Setting;

const RESULTS = path.resolve(import.meta.dirname, '../../console-results');
/** A machine that draws the graph in software, beside other work, takes its time. */
const ACTION_TIMEOUT_MS = 40_000;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The graph is drawn by WebGL; a machine without a graphics card has it in software.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: setting.browser, args: ARGUMENTS });
}

/** A person at a browser. What the page complains of is kept in `complaints`: there should be none. */
export interface Person {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

export async function openBrowser(browser: Browser, { hasTouch = false } = {}): Promise<Person> {
  const context = await browser.newContext({
    baseURL: setting.url,
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    hasTouch,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

export async function signIn(page: Page, account: { email: string; password: string } = setting): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Company id').fill(setting.companyId);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
}

/** Keeps a picture for whoever builds the console to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(RESULTS, { recursive: true });
  await page.screenshot({ path: path.join(RESULTS, `${name}.png`), fullPage: true });
}
