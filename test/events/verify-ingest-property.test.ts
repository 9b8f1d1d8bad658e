import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { limitUsage } from '../support/members.ts';
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
let other: Tenant;
let limited: Tenant;
test.before(async () => {
  service = await startService({
    environment: { INGEST_RATE_PER_MINUTE: '1000000', INGEST_VERIFICATIONS_PER_MINUTE: '1000000' },
  });
  [tenant, other, limited] = await Promise.all([
    registerTenant(service),
    registerTenant(service),
    registerTenant(service),
  ]);
  await limitUsage(service, limited, 3);
});
test.after.always(() => service?.close());

interface Signed {
  body: string;
  headers: Record<string, string>;
}
type Mutation = (signed: Signed, seed: number) => void;

const USED_NONCE = randomUUID();
const header =
  (name: string, change: (value: string, seed: number) => string): Mutation =>
  ({ headers }, seed) =>
    void (headers[name] = change(headers[name] ?? '', seed));
/** What is sent is not what was signed. */
const sent =
  (change: (body: string, seed: number) => string): Mutation =>
  (signed, seed) =>
    void (signed.body = change(signed.body, seed));
/** What is signed is changed too. */
const event = (change: (event: Record<string, unknown>, seed: number) => unknown): Mutation => {
  return (signed, seed) => {
    const parsed = parse(signed.body);
    signed.body = JSON.stringify(change(parsed, seed));
    signed.headers['x-event-signature'] = signHeaders(tenant.secret, signed.body)['x-event-signature'] ?? '';
  };
};
const parse = (body: string): Record<string, unknown> => {
  try {
    return { ...(JSON.parse(body) as object) };
  } catch {
    return {};
  }
};

const MUTATIONS: Mutation[] = [
  () => {},
  ({ headers }, seed) => void delete headers[Object.keys(headers)[seed % 3] ?? ''],
  header('x-event-signature', (value) => value.toUpperCase()),
  header('x-event-signature', (value) => `sha256=${value}`),
  header('x-event-signature', (value) => Buffer.from(value, 'hex').toString('base64')),
  header('x-event-signature', (value, seed) => value.slice(0, seed % 64)),
  header('x-event-signature', (value, seed) => value.replace(/^./, (seed % 16).toString(16))),
  header('x-event-timestamp', (value) => `${value}000`),
  header('x-event-timestamp', (value, seed) => String(Number(value) + (seed % 2 ? 1 : -1) * (seed % 1_000))),
  header('x-event-timestamp', () => new Date().toISOString()),
  header('x-event-nonce', (value, seed) => value.padEnd(200 + (seed % 100), 'x')),
  header('x-event-nonce', () => USED_NONCE),
  header('x-event-nonce', () => ' '),
  sent((body) => `${body}\n`),
  sent((body) => JSON.stringify(parse(body), null, 2)),
  sent((body, seed) => body.slice(0, seed % (body.length + 1))),
  sent(() => ''),
  event((it) => ({ ...it, companyId: other.companyId })),
  event((it) => ({ ...it, companyId: String(it['companyId']).toUpperCase() })),
  event((it) => ({ ...it, companyId: randomUUID() })),
  event((it) => ({ ...it, companyId: 7 })),
  event((it) => ({ ...it, eventType: 'nonsense' })),
  event((it, seed) => Object.fromEntries(Object.entries(it).filter((_field, index) => index !== seed % 8))),
  event((it) => ({ ...it, idempotencyKey: 'the same' })),
  event(() => []),
];

const call = (path: string, token: string | undefined, { body, headers }: Signed): Promise<Answer> =>
  service.call('POST', path, { body, headers, ...(token !== undefined && { token }) });

interface Diagnosis {
  valid: boolean;
  wouldAnswer: Record<string, unknown>;
  hints: string[];
  checks: { name: string; ok: boolean | null; message: string }[];
}

/** The doctor first, and what it foretold right after. */
async function compare(asking: Tenant, signed: Signed): Promise<Diagnosis> {
  const diagnosis = await call('/api/events/ingest/verify', asking.token, signed);
  const real = await call('/api/events/ingest', undefined, signed);
  const body = diagnosis.body as unknown as Diagnosis;
  const { statusCode, code, message, details, duplicate } = body.wouldAnswer;
  const foretold = JSON.stringify([diagnosis.status, statusCode, code, message, details, duplicate]);
  const { body: answer } = real;
  const came = [200, real.status, answer['code'], answer['message'], answer['details'], answer['duplicate']];
  if (foretold !== JSON.stringify(came)) throw new Error(`${foretold} was foretold, ${JSON.stringify(came)} came`);
  const wrong = body.checks.filter(({ ok }) => ok === false);
  if (body.valid !== (wrong.length === 0)) throw new Error(`valid: ${body.valid}, but ${JSON.stringify(wrong)}`);
  if (body.valid !== (body.hints.length === 0)) throw new Error(`valid: ${body.valid} with ${body.hints.join()}`);
  const text = JSON.stringify(body);
  const right = signHeaders(asking.secret, signed.body)['x-event-signature'] ?? '';
  if (text.includes(asking.secret) || text.includes(right)) throw new Error('a secret was told');
  return body;
}

const sign = (from: Tenant, fields: object = {}): Signed => {
  const body = JSON.stringify(anEvent(from, fields));
  return { body, headers: signHeaders(from.secret, body) };
};

test('whatever is done to a signed request, ingestion answers what the doctor foretold', async (t) => {
  const first = sign(tenant, { idempotencyKey: 'the same' });
  first.headers['x-event-nonce'] = USED_NONCE;
  t.is((await call('/api/events/ingest', undefined, first)).status, 200);
  const answers = new Set<unknown>();
  const mutations = fc.array(fc.tuple(fc.constantFrom(...MUTATIONS), fc.nat()), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const signed = sign(tenant);
      for (const [mutate, seed] of changes) mutate(signed, seed);
      const { wouldAnswer } = await compare(tenant, signed);
      answers.add(wouldAnswer['code'] ?? wouldAnswer['statusCode']);
    }),
    { numRuns: 400 },
  );
  t.true(answers.size >= 7, `only ${[...answers].join()} were seen`);
});

test('over the monthly limit: 402 for new events, the original answer for repetitions', async (t) => {
  const seen: unknown[] = [];
  for (const idempotencyKey of ['1', '2', '3', '4', '1']) {
    const { wouldAnswer } = await compare(limited, sign(limited, { idempotencyKey }));
    seen.push(wouldAnswer['code'] ?? wouldAnswer['duplicate']);
  }
  t.deepEqual(seen, [false, false, false, 'USAGE_LIMIT_EXCEEDED', true]);
});
