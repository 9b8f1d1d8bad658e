import test from 'ava';
import { Validator } from '@seriousme/openapi-schema-validator';
import Type from 'typebox';
import { defineRoute } from '../../api/http/define-route.ts';
import { buildOpenApi } from '../../api/openapi.ts';
import { routes as allRoutes } from '../../api/routes.ts';
import { startApi } from './support/api-server.ts';
import { echo, list, refresh, signed, strict } from './support/routes.ts';

const routes = [echo, list, refresh, signed, strict];
const options = { publicUrl: 'https://risk.example.com' };

interface Operation {
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody: { content: { 'application/json': { schema: object } } };
  responses: Record<string, { description: string }>;
}
type Paths = Record<string, Record<string, Operation>>;
const document = buildOpenApi(routes, options);
const paths = document.paths as Paths;

test('the document is valid OpenAPI 3.1, of these routes and of the real table', async (t) => {
  for (const table of [routes, allRoutes]) {
    const specification = JSON.parse(JSON.stringify(buildOpenApi(table, options))) as Record<string, unknown>;
    t.deepEqual(await new Validator().validate(specification), { valid: true });
  }
});

test('named schemas are written once and referred to', (t) => {
  const { schemas } = document.components as { schemas: Record<string, object> };
  t.deepEqual(Object.keys(schemas), ['Error', 'Note']);
  const reference = { $ref: '#/components/schemas/Note' };
  t.deepEqual(paths['/notes']?.post?.requestBody.content['application/json'].schema, reference);
});

test('two different schemas with one name are a mistake', (t) => {
  const other = defineRoute({ ...list, path: '/other', response: Type.Object({}, { title: 'Note' }) });
  t.throws(() => buildOpenApi([echo, other], options), { message: /called Note/ });
});

test('parameters: those with a default are optional, path parameters are not', (t) => {
  const parameters = paths['/notes/{id}']?.get?.parameters.map(({ name, in: place, required }) => [
    name,
    place,
    required,
  ]);
  t.deepEqual(parameters, [
    ['id', 'path', true],
    ['page', 'query', false],
    ['limit', 'query', false],
    ['requireUserId', 'query', false],
    ['search', 'query', false],
  ]);
});

test('errors follow from access, limits, inputs and what the route declares', (t) => {
  const codes = (path: string, method: string) =>
    Object.entries(paths[path]?.[method]?.responses ?? {}).map(([status, { description }]) => [
      Number(status),
      [...description.matchAll(/([A-Z_]{5,}):/g)].map((match) => match[1]),
    ]);
  t.deepEqual(codes('/settings', 'put').slice(1), [
    [400, ['VALIDATION_FAILED', 'MALFORMED_JSON']],
    [401, ['UNAUTHENTICATED', 'TOKEN_EXPIRED']],
    [402, ['SUBSCRIPTION_REQUIRED']],
    [403, ['FORBIDDEN']],
    [413, ['PAYLOAD_TOO_LARGE']],
    [415, ['UNSUPPORTED_MEDIA_TYPE']],
    [429, ['RATE_LIMITED']],
    [500, ['INTERNAL']],
    [503, ['SERVICE_UNAVAILABLE']],
  ]);
  t.deepEqual(codes('/signed', 'post')[2], [401, ['INGEST_SIGNATURE_INVALID']]);
});

test('requirements of access are shown', (t) => {
  t.like(paths['/settings']?.put, { 'x-required-role': 'admin', security: [{ accessToken: [] }] });
  t.deepEqual(paths['/refresh']?.post?.security, [{ refreshToken: [] }]);
  t.deepEqual(paths['/signed']?.post?.security, [{ eventSignature: [], eventTimestamp: [], eventNonce: [] }]);
});

test('signed requests that are only examined: a token, their headers as parameters, and no errors of the body', (t) => {
  const headers = ['x-event-signature', 'x-event-nonce'];
  const examined = defineRoute({
    ...strict,
    path: '/examined',
    access: { kind: 'bearer', examines: { headers } },
    handler: () => Promise.resolve({ companyId: '' }),
  });
  const operation = (buildOpenApi([examined], options).paths as Paths)['/examined']?.put;
  t.deepEqual(operation?.security, [{ accessToken: [] }]);
  t.deepEqual(
    operation?.parameters.map(({ name, in: place, required }) => [name, place, required]),
    headers.map((name) => [name, 'header', false]),
  );
  t.deepEqual(Object.keys(operation?.responses ?? {}), ['200', '401', '413', '415', '429', '500', '503']);
});

test('the server serves the document and a page that loads everything from itself', async (t) => {
  const api = await startApi(routes);
  t.teardown(() => api.close());
  const served = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as { paths: Paths };
  t.deepEqual(Object.keys(served.paths), Object.keys(paths));
  const page = await (await fetch(api.url, { redirect: 'follow' })).text();
  const targets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  t.is(targets.length, 4);
  t.notRegex(page, /<script>|style=|\son\w+=/);
  for (const target of targets) {
    const { status, headers } = await fetch(api.url + target);
    t.is(status, 200, target);
    t.notRegex(headers.get('content-type') ?? '', /html|octet/);
  }
});
