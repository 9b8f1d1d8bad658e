import test from 'ava';
import type { ErrorBody } from '../../api/http/error-response.ts';
import { startApi, type ApiServer } from './support/api-server.ts';
import { list } from './support/routes.ts';

let api: ApiServer;

test.before(async () => {
  api = await startApi([list]);
});
test.after.always(() => api.close());

async function get(target: string) {
  const response = await fetch(`${api.url}/api/notes/${target}`);
  type Body = ErrorBody & { params: Record<string, unknown>; query: Record<string, unknown> };
  return { status: response.status, body: (await response.json()) as Body };
}

test('texts become numbers and booleans, defaults are applied', async (t) => {
  const { body } = await get('7?limit=100&requireUserId=false');
  t.deepEqual(body.params, { id: 7 });
  t.deepEqual(body.query, { page: 1, limit: 100, requireUserId: false });
  t.deepEqual((await get('7')).body.query, { page: 1, limit: 20 });
});

test('out of range is an error, never clamped; it names the parameter', async (t) => {
  const wrong = [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1e999',
    'limit=1&limit=2',
  ];
  for (const query of wrong) {
    const { status, body } = await get(`7?${query}`);
    t.is(status, 400, query);
    t.is(body.details?.[0]?.path, '/limit', query);
  }
  t.is((await get('7?page=0')).body.details?.[0]?.message, 'must be at least 1');
  t.is((await get('7?requireUserId=yes')).body.details?.[0]?.path, '/requireUserId');
});

test('path parameters are validated', async (t) => {
  for (const id of ['0', 'x', '1.5', '%00', '%ZZ', '1e400']) t.is((await get(id)).body.details?.[0]?.path, '/id', id);
});

test('unknown parameters are ignored, also those that would touch prototypes', async (t) => {
  const { status } = await get('7?unknown=1&__proto__=2&__proto__[x]=3&constructor=4');
  t.is(status, 200);
  t.is(({} as { x?: number }).x, undefined);
});

test('texts of queries are bounded and free of NUL', async (t) => {
  t.is((await get('7?search=%00')).status, 400);
  t.is((await get(`7?search=${'x'.repeat(11)}`)).status, 400);
  t.is((await get('7?search=%F0%9F%98%80')).body.query.search, '😀');
  t.is((await get('7?search=%ff')).status, 200);
});
