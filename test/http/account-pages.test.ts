import test from 'ava';
import { routes } from '../../api/routes.ts';
import { startApi } from './support/api-server.ts';

const PAGES = ['verify-email', 'reset-password', 'accept-invitation', 'forgot-password'];

for (const page of PAGES) {
  test(`${page}: loads everything from the service, has nothing inline, and names a route of the API`, async (t) => {
    const api = await startApi([]);
    t.teardown(() => api.close());
    const url = `${api.url}/account/${page}`;
    const response = await fetch(url);
    t.is(response.status, 200);
    t.is(response.headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(response.headers.get('referrer-policy'), 'no-referrer');
    t.is(response.headers.get('cache-control'), 'no-store');
    const html = await response.text();
    t.notRegex(html, /<script>|style=|<style|\son\w+=|https?:/);
    // The way to the console is open where the console was built.
    const assets = [...html.matchAll(/(?:src|href)="(?!\.\.\/)([^":,]+)"/g)].map((match) => match[1] ?? '');
    t.true(assets.includes('account.js') && assets.includes('account.css'));
    for (const asset of assets) t.is((await fetch(new URL(asset, url))).status, 200, asset);
    const endpoint = /data-endpoint="([^"]+)"/.exec(html)?.[1] ?? '';
    const { pathname } = new URL(endpoint, url);
    const route = routes.find(({ method, path }) => method === 'POST' && `/api${path}` === pathname);
    const fields = [...html.matchAll(/<input[^>]*\sname="(\w+)"/g)].map((match) => match[1] ?? '');
    const { properties, required } = route?.body as unknown as { properties: object; required: string[] };
    const sent = html.includes('data-token="none"') ? fields : [...fields, 'token'];
    t.deepEqual(
      sent.filter((field) => !(field in properties)),
      [],
    );
    t.deepEqual(
      required.filter((field) => !sent.includes(field)),
      [],
    );
    // Each field has a label of its own.
    for (const field of fields) t.regex(html, new RegExp(`<label for="${field}">`));
  });
}

test('the script and the style have their types; anything else below /account is not found', async (t) => {
  const api = await startApi([]);
  t.teardown(() => api.close());
  const typeOf = async (file: string) => (await fetch(`${api.url}/account/${file}`)).headers.get('content-type');
  t.is(await typeOf('account.js'), 'text/javascript; charset=utf-8');
  t.is(await typeOf('account.css'), 'text/css; charset=utf-8');
  for (const file of ['verify-email.html', 'constructor', '..%2faccount-pages.ts', '']) {
    t.is((await fetch(`${api.url}/account/${file}`)).status, 404, file);
  }
});
