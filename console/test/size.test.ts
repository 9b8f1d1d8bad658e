import test from 'ava';
import type { Browser } from 'playwright-core';
import { launchBrowser, openBrowser, setting, signIn } from './browser.ts';

/** What the first screen may take, compressed with gzip. */
const BUDGET_BYTES = 250_000;

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

test('the first screen takes less than 250 kB, and nothing of the graph', async (t) => {
  const { page, context } = await openBrowser(browser);
  const loaded = new Set<string>();
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(response.url())) loaded.add(response.url());
  });
  await signIn(page);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  const sizes = await Promise.all([...loaded].map(async (url) => [url, await measureGzipped(url)] as const));
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  t.log(`${loaded.size} files, ${(total / 1000).toFixed(0)} kB`);
  t.true(loaded.size > 3);
  t.true(total < BUDGET_BYTES, `${total} bytes: ${JSON.stringify(sizes)}`);
  t.deepEqual(
    [...loaded].filter((url) => !url.startsWith(setting.url) || /graph-screen|sigma/.test(url)),
    [],
  );
});

async function measureGzipped(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await response.body?.cancel();
  if (response.headers.get('content-encoding') !== 'gzip') throw new Error(`${url} is not compressed`);
  return Number(response.headers.get('content-length'));
}
