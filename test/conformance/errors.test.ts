import { randomUUID } from 'node:crypto';
import test from 'ava';
import { claimKey } from '../support/claim-key.ts';
import { createTestClock } from '../support/clock.ts';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import {
  anEvent,
  assess,
  ingest,
  registerTenant,
  signHeaders,
  startService,
  type Answer,
  type Service,
} from '../support/service.ts';
import { INGEST_REJECTIONS, STATUSES } from './spec/errors.ts';

const MINUTE_MS = 60_000;
const clock = createTestClock();
let service: Service;
test.before(async () => {
  service = await startService({ clock });
});
test.after.always(() => service?.close());

const login = (body: object) => service.call('POST', '/api/auth/login', { body });
const credentials = { companyId: randomUUID(), email: 'ada@example.com', password: 'correct horse battery' };

/** A way into every condition of section 7. */
const PROVOKE: Record<string, () => Promise<Answer>> = {
  'missing companyId': () => login({ ...credentials, companyId: undefined }),
  'malformed email': () => login({ ...credentials, email: 'ada' }),
  'too-short password': () => login({ ...credentials, password: 'short' }),
  'invalid credentials': () => login(credentials),
  'expired token': async () => {
    const tenant = await registerTenant(service);
    clock.advance(15 * MINUTE_MS + 1_000);
    return assess(service, tenant);
  },
  'malformed token': () => assess(service, { token: 'not.a.token' }),
  'signature mismatch on a signed request': async () => {
    const [tenant, other] = [await registerTenant(service), await registerTenant(service)];
    return ingest(service, { companyId: tenant.companyId, secret: other.secret });
  },
  'no active subscription': async () => {
    const tenant = await registerTenant(service);
    await expireSubscription(service, tenant);
    return assess(service, tenant);
  },
  'plan without the feature': async () => {
    const tenant = await registerTenant(service);
    await limitUsage(service, tenant, 1);
    return service.call('GET', '/api/reviews', { token: tenant.token });
  },
  'usage exceeded a protected limit': async () => {
    const tenant = await registerTenant(service);
    await limitUsage(service, tenant, 1);
    await ingest(service, tenant);
    return ingest(service, tenant);
  },
  'the role lacks access': async () => {
    const { token } = await addAnalyst(service, await registerTenant(service));
    return service.call('POST', '/api/auth/webhook-secret/regenerate', { token });
  },
  'rate limit window of the ingest route exceeded': async () => {
    const strict = await startService({ beside: service, clock, environment: { INGEST_RATE_PER_MINUTE: '1' } });
    const tenant = await registerTenant(strict);
    await ingest(strict, tenant);
    const answer = await ingest(strict, tenant);
    await strict.close();
    return answer;
  },
  'duplicate ingest during a race': async () => {
    const tenant = await registerTenant(service);
    const idempotencyKey = randomUUID();
    const hanging = await claimKey(service, tenant, idempotencyKey);
    const answer = await ingest(service, tenant, { idempotencyKey });
    await hanging.end();
    return answer;
  },
};

for (const { status, condition, code } of STATUSES) {
  test.serial(`spec 7: ${status} ${code} for ${condition}`, async (t) => {
    const answer = await PROVOKE[condition]?.();
    t.is(answer?.status, status, JSON.stringify(answer?.body));
    t.like(answer?.body, { statusCode: status, code });
    t.is(typeof answer?.body['message'], 'string');
    t.is(answer?.body['requestId'], answer?.headers.get('x-request-id'));
  });
}

/** What is wrong with the headers of each rejected request: undefined leaves one out. */
const SPOILED: Record<string, Record<string, string | undefined>> = {
  'x-event-signature not sent': { 'x-event-signature': undefined },
  'x-event-timestamp not sent': { 'x-event-timestamp': undefined },
  'x-event-nonce not sent': { 'x-event-nonce': undefined },
  'nonce already used recently': {},
  'computed signature differs from the one sent': { 'x-event-signature': '0'.repeat(64) },
  'timestamp older than the window': { 'x-event-timestamp': String(Math.floor(clock.now() / 1000) - 3_600) },
};

for (const { message, cause } of INGEST_REJECTIONS) {
  test.serial(`spec 7: "${message}" when ${cause}`, async (t) => {
    const tenant = await registerTenant(service);
    const body = JSON.stringify(anEvent(tenant));
    const spoiled = SPOILED[cause];
    if (!spoiled) throw new Error(`no request for: ${cause}`);
    const signed = { ...signHeaders(tenant.secret, body, clock.now()), ...spoiled };
    const headers = Object.fromEntries(
      Object.entries(signed).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    if (Object.keys(spoiled).length === 0) await service.call('POST', '/api/events/ingest', { body, headers });
    const answer = await service.call('POST', '/api/events/ingest', { body, headers });
    t.like(answer, { status: 401, body: { message } });
  });
}
