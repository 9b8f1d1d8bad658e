import test from 'ava';
import type { ErrorBody } from '../../api/http/error-response.ts';
import { ApiError, ERRORS, type ErrorCode } from '../../api/http/errors.ts';
import { startApi, type ApiServer } from './support/api-server.ts';
import { rawRequest } from './support/raw-request.ts';
import { answering, echo, list, refresh, strict } from './support/routes.ts';

const SECRET = 'select password from db-host-17';
const thrown = new Map<string, () => unknown>();
let failing: () => unknown = () => ({ known: 'x' });
let rateAllowed = true;
let api: ApiServer;

const failWith = (path: `/${string}`) => answering(path, () => thrown.get(path)?.());

test.before(async () => {
  const rateLimiter = { take: () => Promise.resolve({ allowed: rateAllowed, retryAfterSeconds: 7 }) };
  const failures = Object.keys(ERRORS).map((code) => {
    thrown.set(`/${code}`, () => Promise.reject(new ApiError(code as ErrorCode)));
    return failWith(`/${code}`);
  });
  const failure = answering('/failure', () => failing());
  api = await startApi([echo, list, strict, refresh, failure, ...failures], { dependencies: { rateLimiter } });
});
test.after.always(() => api.close());

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(api.url + path, init);
  return { response, status: response.status, body: (await response.json()) as ErrorBody };
}

test('every code of the catalogue is answered with its status, message and the one shape', async (t) => {
  for (const [code, [statusCode, message]] of Object.entries(ERRORS)) {
    const { response, body } = await send(`/api/${code}`);
    t.is(response.status, statusCode);
    t.is(response.headers.get('content-type'), 'application/json; charset=utf-8');
    const requestId = response.headers.get('x-request-id') ?? '';
    const details = code === 'VALIDATION_FAILED' ? { details: [] } : {};
    t.deepEqual(body as unknown, { statusCode, code, message, requestId, ...details });
  }
});

test('checks come in the order of the contract: 401, 403, 402, 429, 400', async (t) => {
  const put = (authorization: string | undefined, body: string) =>
    send('/api/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body,
    });
  t.is((await put(undefined, '{')).body.code, 'UNAUTHENTICATED');
  t.is((await put('Bearer expired', '{')).body.code, 'TOKEN_EXPIRED');
  t.is((await put('Bearer analyst', '{')).body.code, 'FORBIDDEN');
  t.is((await put('Bearer unpaid', '{')).body.code, 'SUBSCRIPTION_REQUIRED');
  rateAllowed = false;
  const limited = await put('Bearer admin', '{');
  t.is(limited.body.code, 'RATE_LIMITED');
  t.is(limited.response.headers.get('retry-after'), '7');
  rateAllowed = true;
  t.is((await put('Bearer admin', '{')).body.code, 'MALFORMED_JSON');
  t.is((await put('Bearer admin', '{}')).body.code, 'VALIDATION_FAILED');
  t.is((await put('Bearer admin', '{"threshold":1}')).status, 200);
  t.is((await send('/api/refresh', { method: 'POST' })).body.code, 'UNAUTHENTICATED');
});

test('a request id is taken from the caller when it is sane, made otherwise', async (t) => {
  for (const id of ['a', 'trace-1.2_3', 'x'.repeat(128)]) {
    const { response, body } = await send('/api/nothing', { headers: { 'x-request-id': id } });
    t.is(response.headers.get('x-request-id'), id);
    t.is(body.requestId, id);
  }
  for (const id of ['x'.repeat(129), 'a b', '<script>', '']) {
    const { body } = await send('/api/nothing', { headers: { 'x-request-id': id } });
    t.regex(body.requestId, /^[0-9a-f-]{36}$/);
  }
});

test('unknown routes, other methods and odd targets are NOT_FOUND', async (t) => {
  const targets = [
    '/api/nothing',
    '/nothing',
    '/api',
    '/api/',
    '/api/NOTES',
    '/api/notes/%ZZ/%00',
    '/docs/../x',
    '/docs/package.json',
  ];
  for (const target of targets) t.is((await send(target)).body.code, 'NOT_FOUND', target);
  for (const method of ['DELETE', 'PATCH', 'PROPFIND']) {
    const { response, body } = await send('/api/notes', { method });
    t.is(body.code, 'NOT_FOUND', method);
    t.is(response.headers.get('allow'), 'POST, OPTIONS');
  }
  for (const target of ['http://[', '*', '/%']) {
    const answer = await rawRequest(api.port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    t.regex(answer, /^HTTP\/1.1 404 /, target);
    t.regex(answer, /"code":"NOT_FOUND"/);
  }
});

test('what node cannot parse gets an error body too', async (t) => {
  const requests = [
    'nonsense\r\n\r\n',
    'FOO / HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nhost x\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
    'POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  ];
  for (const bytes of requests) {
    const answer = await rawRequest(api.port, bytes);
    t.regex(answer, /^HTTP\/1.1 400 Bad Request/);
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as ErrorBody;
    t.is(body.code, 'VALIDATION_FAILED');
    t.true(answer.includes(`x-request-id: ${body.requestId}`));
  }
});

test.serial('an error of ours is INTERNAL, logged with its stack, and nothing of it is shown', async (t) => {
  const notAnError = SECRET as unknown as Error;
  const mistakes = [new Error(SECRET), Object.assign(new Error(SECRET), { code: '23505', status: 500 }), notAnError];
  for (const mistake of mistakes) {
    failing = () => Promise.reject(mistake);
    const { status, body } = await send('/api/failure');
    t.is(status, 500);
    t.is(body.code, 'INTERNAL');
    t.false(JSON.stringify(body).includes(SECRET));
    const line = api.log.find(({ msg, requestId }) => msg === 'request failed' && requestId === body.requestId);
    t.is(line?.level, 50);
    if (mistake instanceof Error) t.true(JSON.stringify(line).includes('errors.test.ts'));
  }
});

test.serial('the details of PostgreSQL are not logged: they repeat values', async (t) => {
  failing = () =>
    Promise.reject(Object.assign(new Error('duplicate'), { code: '23505', detail: 'Key (email)=(ada@b.co)' }));
  const { body } = await send('/api/failure');
  const lines = api.log.filter(({ requestId }) => requestId === body.requestId);
  t.true(lines.length >= 2);
  t.false(JSON.stringify(lines).includes('ada@b.co'));
});

test.serial('a database that is away is SERVICE_UNAVAILABLE with Retry-After', async (t) => {
  const withCode = (code: string): Error => Object.assign(new Error(SECRET), { code });
  const errors = ['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].map(withCode);
  errors.push(new Error('timeout exceeded when trying to connect'), new Error('Connection terminated unexpectedly'));
  errors.push(new Error('wrapped', { cause: withCode('57P02') }), new AggregateError([withCode('ECONNREFUSED')], ''));
  for (const error of errors) {
    failing = () => Promise.reject(error);
    const { response, body } = await send('/api/failure');
    t.is(body.code, 'SERVICE_UNAVAILABLE');
    t.is(response.headers.get('retry-after'), '1');
    t.false(JSON.stringify(body).includes(SECRET));
  }
});

test('errors of Koa keep their status where the contract knows it', async (t) => {
  failing = () => Promise.reject(Object.assign(new Error('x'), { status: 404, expose: true }));
  t.is((await send('/api/failure')).body.code, 'NOT_FOUND');
});

test('the request log has one line per request, without query strings', async (t) => {
  const { body } = await send('/api/notes/x?search=secret-term', { headers: { 'x-request-id': 'logged-1' } });
  t.is(body.code, 'VALIDATION_FAILED');
  const lines = api.log.filter(({ requestId }) => requestId === 'logged-1');
  t.is(lines.length, 1);
  t.like(lines[0], { msg: 'request', method: 'GET', route: '/api/notes/:id', status: 400, level: 30 });
  t.is(typeof lines[0]?.durationMs, 'number');
  t.false(JSON.stringify(lines).includes('secret-term'));
});
