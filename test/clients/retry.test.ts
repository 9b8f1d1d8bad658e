import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import test from 'ava';
import { createFraudRiskClient, type FraudRiskClient, type IngestEvent } from '../../clients/typescript/src/index.ts';
import { startReceiver, type Behaviour } from '../support/webhook-receiver.ts';

const SECRET = 'whsec_test';
const event: IngestEvent = {
  companyId: '019c0f5e-2c00-7000-8000-000000000001',
  eventSource: 'shop',
  externalEventId: 'evt-1',
  idempotencyKey: 'evt-1',
  userId: 'user-1',
  eventType: 'login_event',
  timestamp: '2026-01-31T12:00:00.000Z',
  metadata: { name: 'Zoë' },
};
const transaction = { transactionId: 't', userId: 'u', amountMinor: 1, currency: 'USD' };

function busy(status: number, code: string, retryAfter: string): Behaviour {
  const body = JSON.stringify({ statusCode: status, code, message: 'busy', requestId: 'r-1' });
  return (response: ServerResponse) => void response.writeHead(status, { 'retry-after': retryAfter }).end(body);
}
const done: Behaviour = (response) => void response.writeHead(200).end('{"status":"accepted"}');
const hangUp: Behaviour = (response) => void response.destroy();

/** A service that behaves as told, one request after the other, the last one from then on. */
async function startScript(t: Parameters<typeof startReceiver>[0], ...script: Behaviour[]) {
  const receiver = await startReceiver(t, (response, request) => {
    const behaviour = script.length > 1 ? script.shift() : script[0];
    behaviour?.(response, request);
  });
  const client = (options: object = {}): FraudRiskClient =>
    createFraudRiskClient({ baseUrl: receiver.url, signingSecret: SECRET, ...options });
  return { receiver, client };
}

test('an event is sent again when the service is busy: the same bytes, a new nonce, a valid signature', async (t) => {
  const script = [busy(503, 'ASSESSMENT_PENDING', '0'), busy(429, 'RATE_LIMITED', '0'), done];
  const { receiver, client } = await startScript(t, ...script);
  t.like(await client().ingestEvent(event), { status: 'accepted' });
  t.is(receiver.received.length, 3);
  t.is(new Set(receiver.received.map(({ headers }) => headers['x-event-nonce'])).size, 3);
  for (const { body, headers } of receiver.received) {
    t.is(body, JSON.stringify(event));
    t.is(headers['x-event-signature'], createHmac('sha256', SECRET).update(body).digest('hex'));
    t.is(headers['authorization'], undefined);
  }
});

test('tries are bounded, and a wait that is too long is left to the caller', async (t) => {
  const pending = await startScript(t, busy(503, 'ASSESSMENT_PENDING', '0'));
  await t.throwsAsync(pending.client().ingestEvent(event), { message: 'busy' });
  t.is(pending.receiver.received.length, 3);
  await t.throwsAsync(pending.client({ retries: 0 }).ingestEvent(event));
  t.is(pending.receiver.received.length, 4);

  const limited = await startScript(t, busy(429, 'RATE_LIMITED', '900'));
  const problem = await t.throwsAsync(limited.client().ingestEvent(event));
  t.like(problem, { code: 'RATE_LIMITED', retryAfterSeconds: 900, requestId: 'r-1' });
  t.is(limited.receiver.received.length, 1);
});

test('an assessment is never sent twice by itself', async (t) => {
  for (const behaviour of [busy(503, 'SERVICE_UNAVAILABLE', '0'), busy(429, 'RATE_LIMITED', '0'), hangUp]) {
    const { receiver, client } = await startScript(t, behaviour);
    await t.throwsAsync(client().post('/risk-engine/assess', { body: transaction }));
    t.is(receiver.received.length, 1);
  }
});

test('a broken connection is tried again for events', async (t) => {
  const { receiver, client } = await startScript(t, hangUp, done);
  t.like(await client().ingestEvent(event), { status: 'accepted' });
  t.is(receiver.received.length, 2);
});

test('who gives up does not wait', async (t) => {
  const controller = new AbortController();
  const { receiver, client } = await startScript(t, (response, request) => {
    busy(503, 'ASSESSMENT_PENDING', '25')(response, request);
    response.on('close', () => controller.abort(new Error('given up')));
  });
  const startedAt = performance.now();
  await t.throwsAsync(client().ingestEvent(event, { signal: controller.signal }), { message: 'given up' });
  t.true(performance.now() - startedAt < 10_000);
  t.is(receiver.received.length, 1);
});

test('an answer that is not of the service is a problem too', async (t) => {
  const { client } = await startScript(t, (response) => void response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  const problem = await t.throwsAsync(client().post('/auth/logout'));
  t.like(problem, { code: 'UNEXPECTED_RESPONSE', statusCode: 502, requestId: undefined });
});
