import test from 'ava';
import Type from 'typebox';
import { compilePresenter } from '../../api/http/response-schema.ts';
import { nullable } from '../../api/http/schema.ts';
import { startApi } from './support/api-server.ts';
import { answering } from './support/routes.ts';

test('in tests a response that does not match its schema fails loudly', async (t) => {
  const answers = [{ known: 1 }, {}, { known: 'x', extra: 1 }, { known: 'x', record: { a: 'text' } }, undefined, null];
  let answer: unknown;
  const api = await startApi([answering('/answer', () => answer)]);
  t.teardown(() => api.close());
  for (answer of answers) {
    const response = await fetch(`${api.url}/api/answer`);
    t.is(response.status, 500);
    t.true(JSON.stringify(api.log.at(-2)).includes('does not match its schema'));
  }
  answer = { known: 'x', record: { a: 1 } };
  t.is((await fetch(`${api.url}/api/answer`)).status, 200);
});

test('elsewhere unknown fields are left out and open records are kept', async (t) => {
  const answer = { known: 'x', secret: 'y', record: { any: 1 } };
  const api = await startApi([answering('/answer', () => answer)], { environment: { NODE_ENV: 'development' } });
  t.teardown(() => api.close());
  const response = await fetch(`${api.url}/api/answer`);
  t.deepEqual(await response.json(), { known: 'x', record: { any: 1 } });
  t.true('secret' in answer, 'what the handler returned is not changed');
});

test('fields are left out at every level, in lists and behind null', (t) => {
  const Item = Type.Object({
    id: Type.Integer(),
    child: Type.Optional(nullable(Type.Object({ name: Type.String() }))),
  });
  const Open = Type.Object({ known: Type.Integer() }, { additionalProperties: true });
  const present = compilePresenter(
    'list',
    Type.Object({ data: Type.Array(Item), open: Open, plain: Type.Array(Type.String()) }),
    'production',
  );
  const sent = {
    data: [{ id: 1, child: { name: 'a', x: 1 }, x: 1 }, { id: 2, child: null }, { id: 3 }],
    open: { known: 1, other: 2 },
    plain: ['a'],
    x: 1,
  };
  t.deepEqual(present(sent), {
    data: [{ id: 1, child: { name: 'a' } }, { id: 2, child: null }, { id: 3 }],
    open: { known: 1, other: 2 },
    plain: ['a'],
  });
});
