import { randomUUID } from 'node:crypto';
import test from 'ava';
import { expireSubscription } from '../support/members.ts';
import {
  anEvent,
  ingest,
  registerTenant,
  signHeaders,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from '../support/service.ts';

let service: Service;
let tenant: Tenant;
test.before(async () => {
  service = await startService();
  tenant = await registerTenant(service);
});
test.after.always(() => service?.close());

/** Sends text with the headers of a valid signature over `signed`, some of them replaced or (undefined) left out. */
async function send(body: string, changes: Record<string, string | undefined> = {}, signed = body): Promise<Answer> {
  const headers = Object.entries({ ...signHeaders(tenant.secret, signed), ...changes });
  return service.call('POST', '/api/events/ingest', {
    body,
    headers: Object.fromEntries(headers.filter((header): header is [string, string] => header[1] !== undefined)),
  });
}
const outcome = ({ status, body }: Answer) => [status, body['code'], body['message']];
const event = () => JSON.stringify(anEvent(tenant));
const secondsFromNow = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

test('each missing header has its own message', async (t) => {
  t.deepEqual(outcome(await send(event(), { 'x-event-signature': undefined })), [
    401,
    'INGEST_SIGNATURE_MISSING',
    'Missing ingest signature',
  ]);
  t.deepEqual(outcome(await send(event(), { 'x-event-timestamp': undefined })), [
    401,
    'INGEST_TIMESTAMP_MISSING',
    'Missing replay timestamp header',
  ]);
  t.deepEqual(outcome(await send(event(), { 'x-event-nonce': undefined })), [
    401,
    'INGEST_NONCE_MISSING',
    'Missing replay nonce header',
  ]);
});

test('headers are checked in order: signature, timestamp, nonce, window', async (t) => {
  const none = { 'x-event-signature': undefined, 'x-event-timestamp': undefined, 'x-event-nonce': undefined };
  t.is((await send(event(), none)).body['message'], 'Missing ingest signature');
  t.is((await send(event(), { ...none, 'x-event-signature': 'x' })).body['message'], 'Missing replay timestamp header');
  t.is(
    (await send(event(), { ...none, 'x-event-signature': 'x', 'x-event-timestamp': '1' })).body['message'],
    'Missing replay nonce header',
  );
  t.is(
    (await send('not json', { 'x-event-timestamp': '1' })).body['message'],
    'Replay timestamp outside allowed window',
  );
});

test('timestamps outside the window, or no whole number of seconds, are rejected', async (t) => {
  const expected = [401, 'INGEST_TIMESTAMP_OUTSIDE_WINDOW', 'Replay timestamp outside allowed window'];
  for (const timestamp of [secondsFromNow(-310), secondsFromNow(310), '1.5', 'now', '-1', '1e9', '9'.repeat(40)]) {
    t.deepEqual(outcome(await send(event(), { 'x-event-timestamp': timestamp })), expected, timestamp);
  }
  t.is((await send(event(), { 'x-event-timestamp': secondsFromNow(-290) })).status, 200);
  t.is((await send(event(), { 'x-event-timestamp': secondsFromNow(290) })).status, 200);
});

test('a nonce can be spent once, and only by a request with a valid signature', async (t) => {
  const nonce = randomUUID();
  t.is((await send(event(), { 'x-event-nonce': nonce, 'x-event-signature': 'ab'.repeat(32) })).status, 401);
  t.is((await send(event(), { 'x-event-nonce': nonce })).status, 200);
  t.deepEqual(outcome(await send(event(), { 'x-event-nonce': nonce })), [
    401,
    'INGEST_NONCE_REPLAYED',
    'Replay detected for nonce',
  ]);
});

test('one nonce sent fifty times at once is accepted once', async (t) => {
  const nonce = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(event(), { 'x-event-nonce': nonce })));
  t.is(answers.filter(({ status }) => status === 200).length, 1);
});

test('the nonce of one company does not block another', async (t) => {
  const nonce = randomUUID();
  const other = await registerTenant(service);
  t.is((await ingest(service, tenant, {}, { 'x-event-nonce': nonce })).status, 200);
  t.is((await ingest(service, other, {}, { 'x-event-nonce': nonce })).status, 200);
});

test('a wrong signature is refused, whatever is wrong with it', async (t) => {
  const expected = [401, 'INGEST_SIGNATURE_INVALID', 'Invalid ingest signature'];
  const signature = signHeaders(tenant.secret, 'x')['x-event-signature'] ?? '';
  for (const wrong of [
    signature,
    signature.slice(2),
    `${signature}00`,
    'zz'.repeat(32),
    'x',
    signature.slice(0, 62) + 'é',
  ]) {
    t.deepEqual(outcome(await send(event(), { 'x-event-signature': encodeURI(wrong) })), expected, wrong);
  }
});

test('a body that was re-serialised after signing is refused', async (t) => {
  const body = event();
  const pretty = JSON.stringify(JSON.parse(body), null, 2);
  t.is((await send(pretty, {}, body)).body['message'], 'Invalid ingest signature');
  t.is((await send(pretty)).status, 200);
});

test('the secret of another company, an unknown company and a company without a secret all look alike', async (t) => {
  const other = await registerTenant(service);
  const expected = [401, 'INGEST_SIGNATURE_INVALID', 'Invalid ingest signature'];
  t.deepEqual(outcome(await ingest(service, { companyId: tenant.companyId, secret: other.secret })), expected);
  t.deepEqual(outcome(await ingest(service, { companyId: randomUUID(), secret: tenant.secret })), expected);
  const { body } = await service.call('POST', '/api/auth/register-company-admin', {
    body: { companyName: 'New', email: 'new@example.com', password: 'correct horse battery' },
  });
  t.deepEqual(
    outcome(await ingest(service, { companyId: String(body['companyId']), secret: tenant.secret })),
    expected,
  );
});

test('a body without a company is 400 before any signature is checked', async (t) => {
  t.deepEqual(outcome(await send('{"companyId":')).slice(0, 2), [400, 'MALFORMED_JSON']);
  for (const body of ['{}', 'null', '[]', '"x"', '{"companyId":"nope"}', '{"companyId":7}']) {
    t.deepEqual(outcome(await send(body)).slice(0, 2), [400, 'VALIDATION_FAILED'], body);
  }
});

test('an event that is not valid is 400 with the place of each problem, and stores nothing', async (t) => {
  const quiet = await registerTenant(service);
  const { status, body } = await ingest(service, quiet, {
    eventType: 'payment',
    userId: 7,
    timestamp: 'yesterday',
    metadata: [],
  });
  t.deepEqual([status, body['code']], [400, 'VALIDATION_FAILED']);
  const paths = (body['details'] as { path: string }[]).map(({ path }) => path).sort();
  t.deepEqual(paths, ['/eventType', '/metadata', '/timestamp', '/userId']);
  t.is(await countEvents(quiet), 0);
});

test('without an active subscription: 402, before the body is looked at', async (t) => {
  const unpaid = await registerTenant(service);
  await expireSubscription(service, unpaid);
  const { status, body } = await ingest(service, unpaid, { eventType: 'nonsense' });
  t.deepEqual([status, body['code']], [402, 'SUBSCRIPTION_REQUIRED']);
});

test('every rejection has the error shape and a request id', async (t) => {
  const { body, headers } = await send(event(), { 'x-event-signature': undefined, 'x-request-id': 'walk-1' });
  t.deepEqual(Object.keys(body).sort(), ['code', 'message', 'requestId', 'statusCode']);
  t.is(body['requestId'], 'walk-1');
  t.is(headers.get('x-request-id'), 'walk-1');
});

async function countEvents({ companyId }: Tenant): Promise<number> {
  const rows: unknown[] = await service.database.db.knex('events').where({ company_id: companyId });
  return rows.length;
}
