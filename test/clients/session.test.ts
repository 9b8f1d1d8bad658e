import test from 'ava';
import { createFraudRiskClient, type Tokens } from '../../clients/typescript/src/index.ts';
import { createTestClock } from '../support/clock.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';

const clock = createTestClock();
let service: Service;
test.before(async () => {
  service = await startService({ clock });
});
test.after.always(() => service?.close());

const EXPIRY_MS = 901_000;
const body = { transactionId: 't', userId: 'u', amountMinor: 1, currency: 'USD' };

interface Options {
  /** What comes between a response and the client. */
  deliver?: (request: Request, response: Response) => Promise<void>;
}

/** A client of a new company; `refreshes` counts what it sent to the refresh endpoint. */
async function startClient({ deliver }: Options = {}) {
  const tenant = await registerTenant(service);
  const seen = { refreshes: 0, kept: [] as Tokens[] };
  const client = createFraudRiskClient({
    baseUrl: `${service.url}/api`,
    tokens: { accessToken: tenant.token, refreshToken: tenant.refreshToken },
    onTokens: (tokens) => void seen.kept.push(tokens),
    fetch: async (request) => {
      if (request.url.endsWith('/auth/refresh')) seen.refreshes += 1;
      const response = await fetch(request);
      await deliver?.(request, response);
      return response;
    },
  });
  return { tenant, client, seen };
}

test.serial('ten calls at once with an expired token share one refresh, and all succeed', async (t) => {
  const { tenant, client, seen } = await startClient();
  clock.advance(EXPIRY_MS);
  const calls = Array.from({ length: 10 }, () => client.post('/risk-engine/assess', { body }));
  const assessments = await Promise.all(calls);
  t.is(new Set(assessments.map(({ assessmentId }) => assessmentId)).size, 10);
  t.is(seen.refreshes, 1);
  t.is(seen.kept.length, 1);
  t.not(seen.kept[0]?.refreshToken, tenant.refreshToken);
  clock.advance(EXPIRY_MS);
  await client.post('/risk-engine/assess', { body });
  t.is(seen.refreshes, 2, 'the new refresh token is used the next time');
});

test.serial('an answer that comes after another call has refreshed does not refresh again', async (t) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let held = false;
  const { client, seen } = await startClient({
    deliver: async (_request, { status }) => {
      if (status !== 401 || held) return;
      held = true;
      await gate;
    },
  });
  clock.advance(EXPIRY_MS);
  const late = client.post('/risk-engine/assess', { body });
  const early = client.post('/risk-engine/assess', { body });
  await Promise.race([late, early]);
  release();
  await Promise.all([late, early]);
  t.is(seen.refreshes, 1);
});

test.serial('a session that has ended is not refreshed over and over', async (t) => {
  const { tenant, client, seen } = await startClient();
  clock.advance(EXPIRY_MS);
  await service.call('POST', '/api/auth/refresh', { token: tenant.refreshToken });
  const calls = await Promise.allSettled([1, 2, 3].map(() => client.post('/risk-engine/assess', { body })));
  for (const call of calls) t.like(call, { status: 'rejected', reason: { code: 'UNAUTHENTICATED', statusCode: 401 } });
  await t.throwsAsync(client.post('/risk-engine/assess', { body }));
  t.is(seen.refreshes, 1);
  t.deepEqual(seen.kept, []);
});

test.serial('without a refresh token an expired access token is the caller’s to replace', async (t) => {
  const { token } = await registerTenant(service);
  const client = createFraudRiskClient({ baseUrl: `${service.url}/api`, tokens: { accessToken: token } });
  clock.advance(EXPIRY_MS);
  await t.throwsAsync(client.post('/risk-engine/assess', { body }), { message: 'The token has expired' });
  await client.setTokens({ accessToken: (await registerTenant(service)).token });
  await t.notThrowsAsync(client.post('/risk-engine/assess', { body }));
});
