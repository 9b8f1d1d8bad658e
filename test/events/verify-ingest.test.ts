import { createHash, createHmac, randomUUID } from 'node:crypto';
import test from 'ava';
import { addAnalyst, expireSubscription } from '../support/members.ts';
import {
  anEvent,
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
  service = await startService({ environment: { INGEST_VERIFICATIONS_PER_MINUTE: '1000000' } });
  tenant = await registerTenant(service);
});
test.after.always(() => service?.close());

const PATH = '/api/events/ingest/verify';
const EVENT = { metadata: { email: 'zoë@example.com', path: 'a/b', amountMinor: 1, query: 'x<y&z' } };

interface Check {
  ok: boolean | null;
  message: string;
  details?: { path: string }[];
}
interface Diagnosis {
  valid: boolean;
  wouldAnswer: { statusCode: number; code?: string; message?: string };
  hints: string;
  checks: Record<string, Check>;
}
interface Sent {
  body?: string;
  /** Undefined: the header is not sent. */
  headers?: Record<string, string | undefined>;
  from?: Tenant;
}

async function verify({ body = JSON.stringify(anEvent(tenant, EVENT)), headers = {}, from = tenant }: Sent = {}) {
  const all = Object.entries({ ...signHeaders(from.secret, body), ...headers });
  const defined = all.filter((header): header is [string, string] => header[1] !== undefined);
  const answer = await service.call('POST', PATH, { token: from.token, body, headers: Object.fromEntries(defined) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { answer, ...read(answer) };
}

function read({ body }: Answer): Diagnosis {
  const { valid, wouldAnswer, hints, checks } = body as unknown as Record<'valid', boolean> & {
    wouldAnswer: Diagnosis['wouldAnswer'];
    hints: string[];
    checks: (Check & { name: string })[];
  };
  return {
    valid,
    wouldAnswer,
    hints: hints.join('\n'),
    checks: Object.fromEntries(checks.map(({ name, ...check }) => [name, check])),
  };
}

const hmac = (key: string | Buffer, message: string | Buffer, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(message).digest('hex');
const nowSeconds = () => Math.floor(Date.now() / 1_000);

test('a request that is right is valid, stores nothing and keeps its nonce', async (t) => {
  const body = JSON.stringify(anEvent(tenant));
  const headers = signHeaders(tenant.secret, body);
  const { answer, valid, wouldAnswer, hints, checks } = await verify({ body, headers });
  t.deepEqual([valid, wouldAnswer, hints], [true, { statusCode: 200, duplicate: false }, '']);
  t.true(Object.values(checks).every(({ ok }) => ok === true));
  t.like(answer.body['received'], {
    bodyBytes: body.length,
    bodySha256: createHash('sha256').update(body).digest('hex'),
  });
  const real = await service.call('POST', '/api/events/ingest', { body, headers });
  t.deepEqual([real.status, real.body['duplicate']], [200, false]);
  const again = await verify({ body, headers });
  t.like(again.checks, { nonce: { ok: false, message: 'It was used before.' } });
  t.is(again.wouldAnswer.message, 'Replay detected for nonce');
});

test('missing headers are named, all of them', async (t) => {
  const none = { 'x-event-signature': undefined, 'x-event-timestamp': undefined, 'x-event-nonce': '' };
  const { checks, wouldAnswer, hints } = await verify({ headers: none });
  t.is(checks['headers']?.message, 'Missing: x-event-signature, x-event-timestamp, x-event-nonce.');
  t.deepEqual([checks['signature']?.ok, checks['timestamp']?.ok, checks['nonce']?.ok], [null, null, null]);
  t.is(wouldAnswer.message, 'Missing ingest signature');
  t.regex(hints, /hex HMAC-SHA256 of the exact body bytes[^]*date \+%s[^]*UUID/);
});

test('what is wrong with the timestamp', async (t) => {
  const cases: [string, RegExp][] = [
    [String(Date.now()), /in milliseconds/],
    [new Date().toISOString(), /a date in words/],
    [`${nowSeconds()}.5`, /a fraction/],
    ['soon', /not a whole number/],
    [String(nowSeconds() - 1_000), /It is (999|10\d\d) s behind this service's clock; at most 300 s/],
    [String(nowSeconds() + 7_200), /s ahead of this service's clock/],
  ];
  for (const [timestamp, message] of cases) {
    const { checks, wouldAnswer } = await verify({ headers: { 'x-event-timestamp': timestamp } });
    t.regex(checks['timestamp']?.message ?? '', message, timestamp);
    t.deepEqual([checks['timestamp']?.ok, checks['signature']?.ok], [false, true], timestamp);
    t.is(wouldAnswer.code, 'INGEST_TIMESTAMP_OUTSIDE_WINDOW');
  }
  t.regex((await verify({ headers: { 'x-event-timestamp': String(nowSeconds() + 7_200) } })).hints, /local time/);
});

test('a nonce that is too long says so, while ingestion only says it is missing', async (t) => {
  const { checks, wouldAnswer } = await verify({ headers: { 'x-event-nonce': 'n'.repeat(257) } });
  t.like(checks['nonce'], { ok: false, message: 'It has 257 characters; at most 256 are allowed.' });
  t.is(wouldAnswer.message, 'Missing replay nonce header');
});

test('how the signature is written', async (t) => {
  const body = JSON.stringify(anEvent(tenant));
  const hex = hmac(tenant.secret, body);
  const cases: [string, RegExp][] = [
    [`sha256=${hex}`, /a prefix/],
    [`"${hex}"`, /quotes/],
    [Buffer.from(hex, 'hex').toString('base64'), /in base64/],
    [Buffer.from(hex, 'hex').toString('base64url'), /in base64/],
    [Buffer.from(hex).toString('base64'), /base64 of a hex text/],
    [hex.slice(2), /62 hex characters/],
    [`${hex}, ${hex}`, /more than one value/],
    ['не hex'.replaceAll(/[^ -~]/g, '?'), /not hex/],
    [hmac(tenant.secret, body, 'sha512'), /length of SHA512/],
  ];
  for (const [signature, hint] of cases) {
    const { hints, wouldAnswer, checks } = await verify({ body, headers: { 'x-event-signature': signature } });
    t.regex(hints, hint, signature);
    t.is(wouldAnswer.message, 'Invalid ingest signature');
    t.is(checks['signature']?.ok, false);
  }
  t.true((await verify({ body, headers: { 'x-event-signature': hex.toUpperCase() } })).valid, 'upper case is accepted');
});

const python = (ascii: boolean) => {
  const text = JSON.stringify(anEvent(tenant, EVENT)).replaceAll(/([,:])(?=["{[\d])/g, '$1 ');
  // Colons within times are no separators.
  const restored = text.replaceAll(/(\d): (?=\d)/g, '$1:');
  return ascii ? restored.replaceAll('ë', '\\u00eb') : restored;
};
const reparse = (text: string) => JSON.stringify(JSON.parse(text));

test('a signature over other bytes than those sent tells which', async (t) => {
  const compact = JSON.stringify(anEvent(tenant, EVENT));
  const pretty = (space: number | string) => JSON.stringify(JSON.parse(compact), null, space);
  const sorted = JSON.stringify(anEvent(tenant, EVENT), null, 2);
  const sortedKeys = `{${Object.entries(JSON.parse(sorted) as object)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => {
      const sortedValue: unknown =
        typeof value === 'object'
          ? Object.fromEntries(Object.entries(value as object).sort(([l], [r]) => (l < r ? -1 : 1)))
          : value;
      return `"${key}":${JSON.stringify(sortedValue)}`;
    })
    .join(',')}}`;
  const [ascii, unicode] = [python(true), python(false)];
  const cases: [signed: string, sent: string, hint: RegExp][] = [
    [compact, pretty(2), /compact, as JSON.stringify/],
    [pretty(2), compact, /indented by 2 spaces/],
    [pretty(4), compact, /indented by 4 spaces/],
    [pretty('\t'), compact, /indented by tabs/],
    [ascii, reparse(ascii), /json\.dumps of Python/],
    [unicode, reparse(unicode), /ensure_ascii=False/],
    [compact.replaceAll('ë', '\\u00eb'), compact, /beyond ASCII escaped/],
    [compact.replaceAll('ë', '\\u00eb').replaceAll('/', '\\/'), compact, /json_encode of PHP/],
    [sortedKeys, sorted, /sorted keys/],
    [`${compact}\n`, compact, /newline at its end/],
    [compact, `${compact}\n`, /without the white space around it/],
    [`${pretty(2)}\n`, compact, /indented by 2 spaces with a newline/],
    [pretty(2), pretty(2).replaceAll('\n', '\r\n'), /LF line ends, while CRLF was sent/],
    [pretty(2).replaceAll('\n', '\r\n'), pretty(2), /CRLF line ends, while LF was sent/],
    [compact, `\ufeff${compact}`, /without its byte order mark/],
    ['', compact, /before there was any/],
    [JSON.stringify(compact), compact, /serialised twice/],
  ];
  for (const [signed, body, hint] of cases) {
    const { checks, hints } = await verify({ body, headers: { 'x-event-signature': hmac(tenant.secret, signed) } });
    t.regex(hints, hint);
    t.is(checks['signature']?.ok, false);
  }
});

test('a signature with another key, or over more than the body, tells what was done', async (t) => {
  const body = JSON.stringify(anEvent(tenant));
  const { secret } = tenant;
  const [timestamp, nonce] = [String(nowSeconds()), randomUUID()];
  const bare = secret.slice('whsec_'.length);
  const cases: [signature: string, hint: RegExp][] = [
    [hmac(`${secret}\n`, body), /white space around the secret/],
    [hmac(` ${secret}`, body), /white space around the secret/],
    [hmac(bare, body), /without its whsec_ prefix/],
    [hmac(Buffer.from(bare, 'base64'), body), /base64-decoded secret/],
    [hmac(secret.slice(0, 12), body), /prefix of the secret/],
    [hmac('', body), /empty secret/],
    [hmac('undefined', body), /the word undefined/],
    [hmac(secret, `${timestamp}.${body}`), /timestamp, body put together/],
    [hmac(secret, `${nonce}.${timestamp}.${body}`), /nonce, timestamp, body put together/],
    [hmac(secret, `${timestamp}\n${nonce}\n${body}`), /timestamp, nonce, body put together/],
    [hmac(bare, `${body}\n`), /whsec_ prefix[^]*newline at its end/],
    [createHash('sha256').update(body).digest('hex'), /plain hash/],
    [hmac('another secret', body), /the current secret begins with whsec_/],
  ];
  for (const [signature, hint] of cases) {
    const headers = { 'x-event-signature': signature, 'x-event-timestamp': timestamp, 'x-event-nonce': nonce };
    const { answer, hints } = await verify({ body, headers });
    t.regex(hints, hint);
    const text = JSON.stringify(answer.body);
    t.false(text.includes(bare) || text.includes(hmac(secret, body)), 'neither secret nor right signature is told');
  }
});

test('what is wrong with the body', async (t) => {
  const cases: [string, RegExp, string][] = [
    ['', /There is no body/, 'MALFORMED_JSON'],
    ['{"companyId":', /not valid JSON/, 'MALFORMED_JSON'],
    ['\ufeff{}', /byte order mark/, 'MALFORMED_JSON'],
    ['[]', /not a JSON object/, 'VALIDATION_FAILED'],
    ['{}', /companyId is missing/, 'VALIDATION_FAILED'],
    ['{"companyId":"shop"}', /companyId is not a UUID/, 'VALIDATION_FAILED'],
  ];
  for (const [body, message, code] of cases) {
    const { checks, wouldAnswer } = await verify({ body });
    t.regex(checks['body']?.message ?? '', message, body);
    t.is(wouldAnswer.code, code, body);
  }
  const invalid = await verify({ body: JSON.stringify(anEvent(tenant, { eventType: 'payment', userId: 7 })) });
  t.deepEqual(invalid.checks['event']?.details?.map(({ path }) => path).sort(), ['/eventType', '/userId']);
  t.regex(invalid.hints, /Correct \/userId: must be string/);
});

test("another company's id and one that does not exist are told alike", async (t) => {
  const other = await registerTenant(service);
  const ask = async (companyId: string, secret: string) => {
    const body = JSON.stringify(anEvent({ companyId }));
    const { checks, wouldAnswer } = await verify({ body, headers: signHeaders(secret, body) });
    return { body: checks['body']?.message, signature: checks['signature'], wouldAnswer };
  };
  const theirs = await ask(other.companyId, other.secret);
  t.regex(theirs.body ?? '', /not your company's id/);
  t.is(theirs.wouldAnswer.code, 'INGEST_SIGNATURE_INVALID');
  t.deepEqual(theirs, await ask(randomUUID(), randomUUID()));
});

test('no secret yet, and no subscription any more', async (t) => {
  const { body } = await service.call('POST', '/api/auth/register-company-admin', {
    body: { companyName: 'New', email: 'new@example.com', password: 'correct horse battery' },
  });
  const fresh = { ...tenant, companyId: String(body['companyId']), token: String(body['accessToken']) };
  const without = await verify({ body: JSON.stringify(anEvent(fresh)), from: fresh });
  t.deepEqual([without.checks['secret']?.ok, without.checks['signature']?.ok], [false, null]);
  t.regex(without.hints, /webhook-secret\/regenerate/);
  const unpaid = await registerTenant(service);
  await expireSubscription(service, unpaid);
  const { checks, wouldAnswer } = await verify({ body: JSON.stringify(anEvent(unpaid)), from: unpaid });
  t.deepEqual([checks['subscription']?.ok, wouldAnswer.code], [false, 'SUBSCRIPTION_REQUIRED']);
});

test('it is for admins with a token, and limited per company', async (t) => {
  t.is((await service.call('POST', PATH, { body: '{}' })).status, 401);
  const { token } = await addAnalyst(service, tenant);
  t.is((await service.call('POST', PATH, { body: '{}', token })).status, 403);
  const strict = await startService({ beside: service, environment: { INGEST_VERIFICATIONS_PER_MINUTE: '1' } });
  const own = await registerTenant(service);
  const statuses = [];
  for (let index = 0; index < 3; index += 1) {
    statuses.push((await strict.call('POST', PATH, { body: '{}', token: own.token })).status);
  }
  await strict.close();
  t.true(statuses.includes(429));
});
