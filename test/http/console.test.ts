import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { createConsole } from '../../api/console.ts';
import { collectSecurityHeaders } from '../../api/http/security-headers.ts';
import type { RequestState } from '../../api/http/state.ts';

const PAGE = '<meta nonce="CSP_NONCE"><script src="/assets/index-1.js" nonce="CSP_NONCE"></script>';
const SCRIPT = 'console.log("a line of a script that is long enough to be worth compressing");'.repeat(20);
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Serves a build with a page and one script, or a folder without one; answers 404 to what is not of the console. */
async function serve(t: ExecutionContext, { built = true } = {}): Promise<{ url: string; folder: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fraud-risk-console-'));
  if (built) writeBuild(folder);
  const app = new Koa<RequestState>();
  app.use(async (context, next) => {
    for (const [name, value] of collectSecurityHeaders({ publicUrl: 'http://127.0.0.1' })) context.set(name, value);
    await next();
  });
  app.use(createConsole(folder));
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder };
}

function writeBuild(folder: string): void {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'assets', 'index-1.js'), SCRIPT);
}

test('every address that a browser opens is the page, with a nonce of its own', async (t) => {
  const { url } = await serve(t);
  const nonces = new Set<string>();
  for (const address of ['/', '/reviews?status=open', '/evaluations/0190-abc']) {
    const response = await fetch(url + address, { headers: BROWSER });
    t.is(response.status, 200);
    t.is(response.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    t.notRegex(policy, /unsafe/);
    t.is(await response.text(), PAGE.replaceAll('CSP_NONCE', nonce));
    nonces.add(nonce);
  }
  t.is(nonces.size, 3);
});

test('programs, the API, other methods and files that are gone do not get the page', async (t) => {
  const { url } = await serve(t);
  t.is((await fetch(`${url}/reviews`)).status, 404);
  t.is((await fetch(`${url}/api/nothing`, { headers: BROWSER })).status, 404);
  t.is((await fetch(`${url}/assets/index-0.js`, { headers: BROWSER })).status, 404);
  t.is((await fetch(`${url}/index.html`, { headers: BROWSER })).status, 404);
  t.is((await fetch(`${url}/assets/..%2Findex.html`)).status, 404);
  t.is((await fetch(`${url}/reviews`, { method: 'POST', headers: BROWSER })).status, 404);
});

test('files are compressed and kept by the browser', async (t) => {
  const { url } = await serve(t);
  const ask = (headers: Record<string, string>) => fetch(`${url}/assets/index-1.js`, { headers });
  for (const encoding of ['br', 'gzip']) {
    const response = await ask({ 'accept-encoding': encoding });
    t.is(response.headers.get('content-encoding'), encoding);
    t.true(Number(response.headers.get('content-length')) < SCRIPT.length / 2);
    t.is(await response.text(), SCRIPT);
  }
  const plain = await ask({ 'accept-encoding': 'identity' });
  t.is(plain.headers.get('content-encoding'), null);
  t.is(plain.headers.get('content-type'), 'text/javascript; charset=utf-8');
  t.regex(plain.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  t.is(await plain.text(), SCRIPT);
  const known = { 'if-none-match': plain.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
  t.is((await ask(known)).status, 304);
});

test('without a build / leads to the API reference, until there is one', async (t) => {
  const { url, folder } = await serve(t, { built: false });
  const response = await fetch(url, { headers: BROWSER, redirect: 'manual' });
  t.is(response.status, 302);
  t.is(response.headers.get('location'), '/docs');
  t.is((await fetch(`${url}/reviews`, { headers: BROWSER })).status, 404);
  writeBuild(folder);
  t.is((await fetch(`${url}/reviews`, { headers: BROWSER })).status, 200);
});
