import test from 'ava';
import type { ErrorBody } from '../../api/http/error-response.ts';
import { startApi, type ApiServer } from './support/api-server.ts';
import { echo, refresh, signed, strict } from './support/routes.ts';

const NOTE = { id: 'n1', email: 'ada@example.com', amountMinor: 100 };
let api: ApiServer;

test.before(async () => {
  api = await startApi([echo, refresh, signed, strict]);
});
test.after.always(() => api.close());

interface Sent {
  path?: string;
  type?: string | null;
  headers?: Record<string, string>;
}

async function post(
  body: string | Buffer | undefined,
  { path = '/api/notes', type = 'application/json', headers }: Sent = {},
) {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? Buffer.from(body) : new Uint8Array(body) }),
  });
  return { status: response.status, body: (await response.json()) as ErrorBody & { note: unknown; hex: string } };
}

const withNote = (extra: Record<string, unknown>) => JSON.stringify({ ...NOTE, ...extra });

test('a valid body is accepted, unknown keys are ignored by the schema', async (t) => {
  const { status, body } = await post(withNote({ metadata: { any: ['thing', null, 1.5] }, owner: null }));
  t.is(status, 201);
  t.deepEqual(body.note, { ...NOTE, metadata: { any: ['thing', null, 1.5] }, owner: null });
});

test('content types: JSON and +json with parameters pass, others are 415', async (t) => {
  for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON']) {
    t.is((await post(JSON.stringify(NOTE), { type })).status, 201, type);
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense', null]) {
    const { status, body } = await post(JSON.stringify(NOTE), { type });
    t.is(status, 415, String(type));
    t.is(body.code, 'UNSUPPORTED_MEDIA_TYPE');
  }
});

test('compressed bodies are 415', async (t) => {
  t.is((await post(JSON.stringify(NOTE), { headers: { 'content-encoding': 'gzip' } })).status, 415);
  t.is((await post('x', { path: '/api/signed', headers: { 'content-encoding': 'gzip' } })).status, 415);
});

test('what is not JSON is MALFORMED_JSON', async (t) => {
  const bodies = [
    '{',
    '{"a":1,}',
    'undefined',
    ' ',
    '{"a":NaN}',
    Buffer.from([0x22, 0xff, 0x22]),
    Buffer.from([0xe2, 0x82]),
  ];
  for (const bytes of bodies) {
    const { status, body } = await post(bytes);
    t.is(status, 400);
    t.is(body.code, 'MALFORMED_JSON');
    t.is(body.details, undefined);
  }
});

test('an empty body is a validation error where a body is due', async (t) => {
  for (const type of ['application/json', null]) {
    const { status, body } = await post(undefined, { type });
    t.is(status, 400);
    t.is(body.code, 'VALIDATION_FAILED');
    t.deepEqual(body.details, [{ path: '', message: 'a JSON body is required' }]);
  }
});

test('a body that is not an object is a validation error', async (t) => {
  for (const bytes of ['null', '1', '"text"', '[]']) t.is((await post(bytes)).body.code, 'VALIDATION_FAILED');
});

test('details say where and what, and never repeat a value', async (t) => {
  const { body } = await post(
    JSON.stringify({ id: '', email: 'secret-value', amountMinor: '100', outcome: 'secret-value' }),
  );
  t.is(body.code, 'VALIDATION_FAILED');
  t.deepEqual(
    new Map(body.details?.map(({ path, message }) => [path, message])),
    new Map([
      ['/id', 'must have at least 1 characters'],
      ['/email', 'must be an e-mail address'],
      ['/amountMinor', 'must be integer'],
      ['/outcome', 'must be one of approved, rejected, chargeback, confirmed_fraud, false_positive'],
    ]),
  );
  t.false(JSON.stringify(body).includes('secret-value'));
  t.deepEqual((await post('{"id":"n","amountMinor":1}')).body.details, [{ path: '/email', message: 'is required' }]);
});

test('a nullable field that is wrong is told once', async (t) => {
  t.deepEqual((await post(withNote({ owner: 'x' }))).body.details, [{ path: '/owner', message: 'must be a UUID' }]);
});

test('numbers: no coercion, no overflow, no fractions of a minor unit', async (t) => {
  for (const amount of ['"5"', '1.5', '-1', '9007199254740992', '1e999', 'true', 'null']) {
    const { status, body } = await post(`{"id":"n","email":"a@b.co","amountMinor":${amount}}`);
    t.is(status, 400, amount);
    t.is(body.details?.[0]?.path, '/amountMinor');
  }
  t.is((await post('{"id":"n","email":"a@b.co","amountMinor":9007199254740991}')).status, 201);
  t.is(
    (await post('{"id":"n","email":"a@b.co","amountMinor":1,"metadata":{"a":1e999}}')).body.details?.[0]?.path,
    '/metadata',
  );
});

test('strings: NUL and unpaired surrogates are refused, in metadata at any depth and in keys too', async (t) => {
  for (const bad of ['\\u0000', '\\ud800', '\\udc00\\ud800']) {
    t.is((await post(`{"id":"${bad}","email":"a@b.co","amountMinor":1}`)).body.details?.[0]?.path, '/id');
    t.is((await post(`{"id":"n","email":"a@b.co","amountMinor":1,"metadata":{"a":[{"b":"${bad}"}]}}`)).status, 400);
    t.is((await post(`{"id":"n","email":"a@b.co","amountMinor":1,"metadata":{"${bad}":1}}`)).status, 400);
  }
  t.is((await post(withNote({ id: '😀 \u4e2d\u6587', metadata: { '😀': '😀' } }))).status, 201);
  t.is((await post(withNote({ id: 'x'.repeat(257) }))).status, 400);
});

test('timestamps must be real instants of the years 1970 to 9999', async (t) => {
  for (const at of [
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.123456+05:30',
    '1970-01-01T00:00:00Z',
    '2024-02-29T00:00:00Z',
  ]) {
    t.is((await post(withNote({ at }))).status, 201, at);
  }
  const wrong = [
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '1969-12-31T23:59:59Z',
  ];
  wrong.push(
    '2026-01-31T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '+12026-01-31T12:00:00Z',
    '9999-12-31T23:59:59-14:00',
    'now',
    '',
  );
  for (const at of wrong) t.is((await post(withNote({ at }))).status, 400, at);
});

test('nesting is bounded: 32 for a body, 16 for metadata', async (t) => {
  const nest = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const note = (metadata: string) => `{"id":"n","email":"a@b.co","amountMinor":1,"metadata":${metadata}}`;
  t.is((await post(note(nest(16)))).status, 201);
  t.is((await post(note(nest(17)))).body.details?.[0]?.path, '/metadata');
  t.is((await post(nest(33))).body.details?.[0]?.message, 'must not be nested deeper than 32 levels');
  t.is((await post('['.repeat(500_000) + ']'.repeat(500_000))).body.code, 'VALIDATION_FAILED');
});

test('__proto__ keys are harmless', async (t) => {
  const { status, body } = await post(
    '{"id":"n","email":"a@b.co","amountMinor":1,"__proto__":{"x":1},"metadata":{"__proto__":{"y":1},"k":1}}',
  );
  t.is(status, 201);
  t.deepEqual((body.note as { metadata: object }).metadata, { k: 1 });
  t.is(({} as { x?: number }).x, undefined);
});

test('a body beyond 1 MiB is 413, with and without content-length, and the connection survives', async (t) => {
  const big = JSON.stringify({ ...NOTE, metadata: { a: 'x'.repeat(1_048_576) } });
  t.is((await post(big)).body.code, 'PAYLOAD_TOO_LARGE');
  t.is((await post(big, { path: '/api/signed' })).body.code, 'PAYLOAD_TOO_LARGE');
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(300_000, 0x20));
      if (controller.desiredSize !== null && (sent += 1) > 8) controller.close();
    },
  });
  let sent = 0;
  const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${api.url}/api/notes`, init as RequestInit);
  t.is(response.status, 413);
  t.is(((await response.json()) as ErrorBody).code, 'PAYLOAD_TOO_LARGE');
  t.is((await post(JSON.stringify({ ...NOTE, metadata: { a: 'x'.repeat(1_000_000) } }))).status, 201);
});

test('a huge body full of mistakes is explained briefly', async (t) => {
  const keys = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`unknown${index}`, 1]));
  const put = async (value: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer admin' };
    const response = await fetch(`${api.url}/api/settings`, { method: 'PUT', headers, body: JSON.stringify(value) });
    return ((await response.json()) as ErrorBody).details ?? [];
  };
  t.is((await put({ threshold: 1, ...keys })).length, 20);
  t.deepEqual(await put({ threshold: 1, 'a/b~c': 1 }), [{ path: '/a~1b~0c', message: 'is not a known property' }]);
  t.is((await put({ threshold: 1, ...keys, z: 'x'.repeat(100_000) })).length, 1);
});

test('a route without a body schema ignores any body', async (t) => {
  for (const body of ['{', '', 'x'.repeat(10_000)]) {
    const headers = { authorization: 'Bearer x' };
    t.is((await post(body, { path: '/api/refresh', type: 'text/plain', headers })).status, 200);
  }
});

test('a signed route gets the exact bytes, whatever they are', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  for (const type of ['application/json', 'text/plain', 'nonsense', null]) {
    t.is((await post(bytes, { path: '/api/signed', type })).body.hex, bytes.toString('hex'));
  }
  t.is((await post(undefined, { path: '/api/signed' })).body.hex, '');
  t.is(
    (await post('x', { path: '/api/signed', headers: { 'x-event-signature': 'bad' } })).body.code,
    'INGEST_SIGNATURE_INVALID',
  );
});
