import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { signedHeadersOf } from '../api/http/define-route.ts';
import { ERRORS } from '../api/http/errors.ts';
import { routes } from '../api/routes.ts';
import { billingBodies } from './hostile/billing.ts';
import { authBodies, riskEngineBodies, type ValidBodies } from './hostile/bodies.ts';
import { memberBodies } from './hostile/members.ts';
import { policyBodies } from './hostile/policy.ts';
import { reviewBodies } from './hostile/reviews.ts';
import { threatIntelBodies } from './hostile/threat-intel.ts';
import { signSandbox } from './support/checkout.ts';
import {
  registerTenant,
  signHeaders,
  startService,
  type Answer,
  type Service,
  type Tenant,
} from './support/service.ts';

let service: Service;
let tenant: Tenant;
test.before(async () => {
  service = await startService({
    environment: { INGEST_RATE_PER_MINUTE: '1000000', INGEST_VERIFICATIONS_PER_MINUTE: '1000000' },
  });
  tenant = await registerTenant(service);
});
test.after.always(() => service?.close());

/** Sends a body to a route as its real client would: with a token, or with a valid signature over these very bytes. */
function send(name: string, body: string | Uint8Array): Promise<Answer> {
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`no route ${name}`);
  const signed = signedHeadersOf(route.access) !== undefined;
  const headers = signed ? { ...signHeaders(tenant.secret, body), ...signSandbox(body) } : {};
  const path = route.path.replace(':provider', 'sandbox').replace(':memberId', randomUUID());
  return service.call(route.method, `/api${path}`, { token: tenant.token, body, headers });
}

/** A success, or a 4xx in the one error shape: never a 5xx. */
function isProperAnswer({ status, body }: Answer): boolean {
  if (status < 300) return true;
  const known = ERRORS[body['code'] as keyof typeof ERRORS] as readonly [number, string] | undefined;
  const shaped =
    body['statusCode'] === status && typeof body['message'] === 'string' && typeof body['requestId'] === 'string';
  return status >= 400 && status < 500 && known?.[0] === status && shaped;
}

async function expectProper(name: string, body: string | Uint8Array): Promise<void> {
  const answer = await send(name, body);
  if (!isProperAnswer(answer))
    throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)} for ${String(body).slice(0, 300)}`);
}

const VALID: ValidBodies = {
  ...authBodies,
  ...memberBodies,
  ...riskEngineBodies,
  ...threatIntelBodies,
  ...billingBodies,
  ...policyBodies,
  ...reviewBodies,
};
const validBody = (name: string) => VALID[name]?.(tenant) ?? {};
/** Routes that hash a password per call are tried less often. */
const RUNS: Record<string, number> = { login: 25, createConsoleSession: 25, registerCompanyAdmin: 25 };

const EXTREMES: unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  '💥'.repeat(200),
  'x'.repeat(300),
  'x'.repeat(20_000),
  "'; drop table assessments; --",
  '{{7*7}}${7*7}%s%n',
  '1e999',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:60Z',
  '1970-01-01T00:00:00Z',
  [],
  [[]],
  {},
  { toString: 1, __proto__: { x: 1 }, constructor: 2 },
];
const value = fc.oneof(
  fc.constantFrom(...EXTREMES),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

test('every route that takes a body is tried', (t) => {
  const withBody = routes.filter(({ body }) => body).map(({ name }) => name);
  t.deepEqual(Object.keys(VALID).sort(), withBody.sort());
});

for (const name of Object.keys(VALID)) {
  test(`${name}: valid bodies with hostile values in any place`, async (t) => {
    const valid = validBody(name);
    const paths = Object.entries(valid).flatMap(([key, field]) =>
      typeof field === 'object' && field !== null
        ? [[key], ...Object.keys(field).map((inner) => [key, inner])]
        : [[key]],
    );
    const property = fc.asyncProperty(fc.constantFrom(...paths), value, async (path, hostile) => {
      const body = structuredClone(validBody(name));
      const [outer = '', inner] = path;
      if (inner === undefined) body[outer] = hostile;
      else (body[outer] as Record<string, unknown>)[inner] = hostile;
      await expectProper(name, JSON.stringify(body));
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: RUNS[name] ?? 200 }));
  });

  test(`${name}: any JSON, any text, any bytes`, async (t) => {
    const body = fc.oneof(fc.json(), fc.string(), fc.uint8Array({ maxLength: 200 }));
    await t.notThrowsAsync(
      fc.assert(
        fc.asyncProperty(body, (hostile) => expectProper(name, hostile)),
        { numRuns: RUNS[name] ?? 100 },
      ),
    );
  });

  test(`${name}: huge, deep and malformed bodies`, async (t) => {
    const head = JSON.stringify(validBody(name)).slice(0, -1);
    const bodies = [
      `${head},"extra":"${'x'.repeat(1_100_000)}"}`,
      `${head},"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `${head},"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
      `${head},"metadata":{"n":1e400}}`,
      `${head},"amountMinor":${'9'.repeat(400)}}`,
      `${head},"amountMinor":1e400}`,
      `${head},"metadata":{"a":"\\u0000"}}`,
      `${head},"metadata":{"\\ud800":1}}`,
      `${head},"userId":"\\u0000"}`,
      `${head},"unknown":"\\u0000"}`,
      `${head},"un\\u0000known":1}`,
      `${head},"unknown":{"deep":["\\ud800"]}}`,
      `${head},"billingAddress":{"unknown":"\\u0000"}}`,
      `${head},"ipGeo":{"unknown":"\\ud800"}}`,
      `${head},"paymentDetails":{"unknown":"\\u0000"}}`,
      head,
      '',
      'null',
      '\ufeff{}',
      Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
      Buffer.concat([Buffer.from(head.slice(0, -1)), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ];
    for (const body of bodies) await t.notThrowsAsync(expectProper(name, body));
  });
}
