import test from 'ava';
import { cookieOf, renewConsole, signInToConsole, signOutOfConsole } from '../support/console.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

test('what pages of other sites send is refused, and changes nothing', async (t) => {
  const tenant = await registerTenant(service);
  const { host } = new URL(service.url);
  const { cookie } = await signInToConsole(service, tenant);
  const refused = [
    { 'sec-fetch-site': 'cross-site' },
    // Another host of the same domain is not us.
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
    { origin: 'https://evil.example' },
    { origin: `http://${host}.evil.example` },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { origin: '' },
    // Not from a proxy that is trusted.
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ] as Record<string, string>[];
  for (const headers of refused) {
    const { answer } = await signInToConsole(service, tenant, headers);
    const answers = [
      answer,
      await renewConsole(service, cookie, headers),
      await signOutOfConsole(service, cookie, headers),
    ];
    for (const { status, body, headers: sent } of answers) {
      t.deepEqual([status, body['code'], sent.getSetCookie()], [403, 'FORBIDDEN', []], JSON.stringify(headers));
    }
  }
  const allowed = [
    { 'sec-fetch-site': 'same-origin', origin: 'https://any.example' },
    { 'sec-fetch-site': 'none' },
    { origin: `http://${host}` },
  ] as Record<string, string>[];
  for (const headers of allowed) {
    t.is((await renewConsole(service, cookie, headers)).status, 200, JSON.stringify(headers));
    const { answer } = await signInToConsole(service, tenant, headers);
    t.is((await signOutOfConsole(service, cookieOf(answer), headers)).status, 200);
  }
});

test('behind a proxy, the origin is that of PUBLIC_URL, or the host that a trusted proxy forwards', async (t) => {
  const { cookie } = await signInToConsole(service, await registerTenant(service));
  const origin = 'http://risk.example.com';
  const named = await startService({ beside: service, environment: { PUBLIC_URL: `${origin}/below` } });
  const trusting = await startService({ beside: service, environment: { TRUST_PROXY: 'true' } });
  t.teardown(async () => {
    await named.close();
    await trusting.close();
  });
  t.is((await renewConsole(service, cookie, { origin })).status, 403);
  t.is((await renewConsole(named, cookie, { origin })).status, 200);
  t.is((await renewConsole(trusting, cookie, { origin })).status, 403);
  t.is((await renewConsole(trusting, cookie, { origin, 'x-forwarded-host': 'risk.example.com' })).status, 200);
});
