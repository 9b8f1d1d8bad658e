import test from 'ava';
import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { ErrorBody } from '../../api/http/error-response.ts';
import { startServer } from '../../api/http/server.ts';
import { StartError } from '../../platform/start-error.ts';
import { startApi } from './support/api-server.ts';
import { answering, echo, list } from './support/routes.ts';

test('HEAD answers like GET without a body, OPTIONS says what a path can do', async (t) => {
  const api = await startApi([echo, list]);
  t.teardown(() => api.close());
  const head = await fetch(`${api.url}/api/notes/1`, { method: 'HEAD' });
  t.is(head.status, 200);
  t.is(await head.text(), '');
  t.true(Number(head.headers.get('content-length')) > 0);
  t.is((await fetch(`${api.url}/api/nothing`, { method: 'HEAD' })).status, 404);
  const options = await fetch(`${api.url}/api/notes/1`, { method: 'OPTIONS' });
  t.is(options.status, 204);
  t.is(options.headers.get('allow'), 'HEAD, GET, OPTIONS');
  t.is((await fetch(`${api.url}/api/nothing`, { method: 'OPTIONS' })).status, 404);
});

test('security headers are on every answer, errors too', async (t) => {
  const api = await startApi([list]);
  t.teardown(() => api.close());
  for (const path of ['/api/notes/1', '/api/nothing', '/docs', '/healthz']) {
    const { headers } = await fetch(api.url + path);
    const policy = headers.get('content-security-policy') ?? '';
    t.true(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"), path);
    t.notRegex(policy, /unsafe|https?:|\*/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('x-frame-options'), 'DENY');
    t.is(headers.get('x-powered-by'), null);
    t.is(headers.get('access-control-allow-origin'), null);
    t.is(headers.get('strict-transport-security'), null);
    t.is(headers.get('cache-control'), 'no-store');
  }
});

test('HTTPS is made to stick where the service is reached by it', async (t) => {
  const api = await startApi([], { environment: { PUBLIC_URL: 'https://risk.example.com' } });
  t.teardown(() => api.close());
  t.truthy((await fetch(`${api.url}/healthz`)).headers.get('strict-transport-security'));
});

test('CORS is for the configured origins only', async (t) => {
  const api = await startApi([list], { environment: { CORS_ORIGINS: 'https://console.example.com' } });
  t.teardown(() => api.close());
  const allowed = { origin: 'https://console.example.com' };
  for (const path of ['/api/notes/1', '/api/nothing']) {
    const { headers } = await fetch(api.url + path, { headers: allowed });
    t.is(headers.get('access-control-allow-origin'), allowed.origin, path);
    t.is(headers.get('vary'), 'Origin');
  }
  const other = await fetch(`${api.url}/api/notes/1`, { headers: { origin: 'https://evil.example.com' } });
  t.is(other.headers.get('access-control-allow-origin'), null);
  const preflight = { method: 'OPTIONS', headers: { ...allowed, 'access-control-request-method': 'PUT' } };
  const { status, headers } = await fetch(`${api.url}/api/settings`, preflight);
  t.is(status, 204);
  t.true(headers.get('access-control-allow-headers')?.includes('authorization'));
});

test('behind a trusted proxy the address it appended counts, not what a client made up', async (t) => {
  const seen: string[] = [];
  const route = answering('/ip', () => ({ known: 'x' }));
  const watching: typeof route = {
    ...route,
    handler: (input, dependencies) => {
      seen.push(input.request.ip);
      return route.handler(input, dependencies);
    },
  };
  for (const trusted of ['true', 'false']) {
    const api = await startApi([watching], { environment: { TRUST_PROXY: trusted } });
    await fetch(`${api.url}/api/ip`, { headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' } });
    await api.close();
  }
  t.deepEqual(seen, ['203.0.113.9', '127.0.0.1']);
});

test('draining finishes what is in flight, closes its connection and takes nothing new', async (t) => {
  let finish = () => {};
  const gate = new Promise<void>((resolve) => (finish = resolve));
  let entered = () => {};
  const inFlight = new Promise<void>((resolve) => (entered = resolve));
  const slow = answering('/slow', async () => {
    entered();
    await gate;
    return { known: 'done' };
  });
  const api = await startApi([slow]);
  const idle = connect(api.port, '127.0.0.1');
  await once(idle, 'connect');
  idle.resume();
  const answer = fetch(`${api.url}/api/slow`);
  await inFlight;
  const closed = api.close();
  await once(idle, 'close');
  await t.throwsAsync(fetch(`${api.url}/healthz`));
  finish();
  const response = await answer;
  t.is(response.status, 200);
  t.is(response.headers.get('connection'), 'close');
  t.deepEqual(await response.json(), { known: 'done' });
  await closed;
});

test('a client that goes away in the middle of its body makes no noise', async (t) => {
  const api = await startApi([echo]);
  t.teardown(() => api.close());
  const headers = { 'content-type': 'application/json', 'content-length': '1000' };
  const sent = request(`${api.url}/api/notes`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.write('{"id":');
  const [received] = (await once(api.server, 'request')) as [NodeJS.EventEmitter];
  const gone = new Promise((resolve) => received.once('close', resolve));
  sent.destroy();
  await gone;
  t.is((await fetch(`${api.url}/healthz`)).status, 200);
  t.deepEqual(
    api.log.filter(({ level }) => level > 30),
    [],
  );
});

test('a port in use is one clear line', async (t) => {
  const api = await startApi([]);
  t.teardown(() => api.close());
  const error = await t.throwsAsync(
    startServer({ handler: () => {}, host: '127.0.0.1', port: api.port, lifecycle: { draining: false } }),
  );
  t.true(error instanceof StartError);
  t.is(error.message, `PORT: port ${api.port} on 127.0.0.1 is in use; choose another`);
});

test('health: alive always, ready only while database and queue answer', async (t) => {
  const up = () => Promise.resolve();
  const down = () => Promise.reject(new Error('host db-17 refused'));
  const never = () => new Promise<void>(() => {});
  for (const [query, checkQueue, database, queue] of [
    [up, up, 'up', 'up'],
    [down, up, 'down', 'up'],
    [up, never, 'up', 'down'],
  ] as const) {
    const api = await startApi([], { dependencies: { db: { pool: { query } } as never, checkQueue } });
    t.is((await fetch(`${api.url}/healthz`)).status, 200);
    const response = await fetch(`${api.url}/readyz`);
    const ready = database === 'up' && queue === 'up';
    t.is(response.status, ready ? 200 : 503);
    t.deepEqual(await response.json(), { status: ready ? 'ok' : 'unavailable', checks: { database, queue } });
    if (ready) t.deepEqual(new Set(api.log.map(({ level }) => level)), new Set([20]));
    await api.close();
  }
});

test('an error body survives a request that node refuses on a reused connection', async (t) => {
  const api = await startApi([list]);
  t.teardown(() => api.close());
  const socket = connect(api.port, '127.0.0.1');
  socket.write('GET /api/notes/1 HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.write('FOO / HTTP/1.1\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  t.is((JSON.parse(answer.toString().split('\r\n\r\n')[1] ?? '') as ErrorBody).statusCode, 400);
});
