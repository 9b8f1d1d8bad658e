import test from 'ava';
import Type from 'typebox';
import { defineRoute } from '../../api/http/define-route.ts';
import { ApiError } from '../../api/http/errors.ts';
import { startApi } from './support/api-server.ts';

/** Declares that a name may be taken, but not that there is none. */
const route = defineRoute({
  method: 'GET',
  path: '/failing/:code',
  name: 'failing',
  tag: 'failures',
  summary: 'Fails as asked',
  access: { kind: 'public' },
  params: Type.Object({ code: Type.String() }),
  response: Type.Object({}),
  errors: ['CONFLICT'],
  handler: ({ params }) => Promise.reject(new ApiError(params.code as 'CONFLICT')),
});

async function codesIn(environment: string) {
  const api = await startApi([route], { environment: { NODE_ENV: environment } });
  try {
    const ask = async (code: string) => (await fetch(`${api.url}/api/failing/${code}`)).json();
    return (await Promise.all(['CONFLICT', 'VALIDATION_FAILED', 'NOT_FOUND'].map(ask))) as Record<string, string>[];
  } finally {
    await api.close();
  }
}

test('in tests an error that a route does not declare fails loudly and says which', async (t) => {
  const bodies = await codesIn('test');
  t.deepEqual(
    bodies.map(({ code }) => code),
    ['CONFLICT', 'VALIDATION_FAILED', 'INTERNAL'],
  );
  t.is(bodies[2]?.['message'], 'The route failing answered NOT_FOUND, which is not among its errors');
});

test('elsewhere it is answered as it is', async (t) => {
  const bodies = await codesIn('development');
  t.deepEqual(
    bodies.map(({ code }) => code),
    ['CONFLICT', 'VALIDATION_FAILED', 'NOT_FOUND'],
  );
});
