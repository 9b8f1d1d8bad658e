import test from 'ava';
import fc from 'fast-check';
import { ERRORS } from '../../api/http/errors.ts';
import type { ErrorBody } from '../../api/http/error-response.ts';
import { startApi, type ApiServer } from './support/api-server.ts';
import { echo, list, signed } from './support/routes.ts';

let api: ApiServer;

test.before(async () => {
  api = await startApi([echo, list, signed]);
});
test.after.always(() => api.close());

/** Never a 5xx, and every error in the one shape. */
async function isSane(response: Response): Promise<boolean> {
  const body = (await response.json()) as ErrorBody;
  if (response.ok) return true;
  const [status] = ERRORS[body.code];
  return response.status < 500 && body.statusCode === status && response.status === status && body.requestId !== '';
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const almostNote = fc.record(
  {
    id: fc.oneof(anyText, fc.jsonValue()),
    email: fc.oneof(fc.emailAddress(), fc.jsonValue()),
    amountMinor: fc.oneof(fc.maxSafeNat(), fc.double(), fc.jsonValue()),
    currency: fc.oneof(fc.constant('USD'), anyText),
    at: fc.oneof(fc.date({ noInvalidDate: true }).map(String), anyText),
    owner: fc.option(fc.oneof(fc.uuid(), anyText)),
    metadata: fc.oneof(fc.dictionary(anyText, fc.jsonValue()), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

test('random JSON bodies never break the server', async (t) => {
  const body = fc.oneof(almostNote, fc.jsonValue()).map((value) => JSON.stringify(value));
  const post = (text: string) =>
    fetch(`${api.url}/api/notes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  await fc.assert(
    fc.asyncProperty(body, async (text) => isSane(await post(text))),
    { numRuns: 500 },
  );
  t.pass();
});

test('random bytes never break the server', async (t) => {
  const post = (path: string, bytes: Uint8Array, type: string) =>
    fetch(api.url + path, { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(bytes) });
  const path = fc.constantFrom('/api/notes', '/api/signed');
  const type = fc.constantFrom('application/json', 'text/plain', 'application/x+json; charset="x"');
  await fc.assert(
    fc.asyncProperty(path, fc.uint8Array({ maxLength: 200 }), type, async (where, bytes, sent) =>
      isSane(await post(where, bytes, sent)),
    ),
    { numRuns: 300 },
  );
  t.pass();
});

test('random targets never break the server', async (t) => {
  const part = anyText.map((text) => encodeURIComponent(text.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(part, part, part, async (id, key, value) =>
      isSane(await fetch(`${api.url}/api/notes/${id}?limit=${value}&${key}=${value}`)),
    ),
    { numRuns: 300 },
  );
  t.pass();
});
