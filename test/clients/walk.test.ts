import { randomUUID } from 'node:crypto';
import test from 'ava';
import { ApiProblem, createFraudRiskClient, signEvent, type IngestEvent } from '../../clients/typescript/src/index.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const anEvent = (companyId: string, fields: Partial<IngestEvent> = {}): IngestEvent => ({
  companyId,
  eventSource: 'shop',
  externalEventId: randomUUID(),
  idempotencyKey: randomUUID(),
  userId: 'user-1',
  eventType: 'order_created',
  timestamp: new Date().toISOString(),
  metadata: {},
  ...fields,
});

/** What a promise is rejected with, which must be a problem. */
async function problemOf(promise: Promise<unknown>): Promise<ApiProblem> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiProblem)) throw new Error('no ApiProblem was thrown', { cause: error });
  return error;
}

test('from registration to feedback, as a merchant does it', async (t) => {
  const baseUrl = `${service.url}/api/`;
  const client = createFraudRiskClient({ baseUrl });
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  const registration = { companyName: 'Example Shop', ...account };
  const { companyId } = await client.post('/auth/register-company-admin', { body: registration });
  const session = await client.login({ companyId, ...account });
  t.deepEqual([session.planCode, session.subscriptionStatus], ['trial', 'active']);
  const { webhookSigningSecret } = await client.post('/auth/webhook-secret/regenerate');

  const sender = createFraudRiskClient({ baseUrl, signingSecret: webhookSigningSecret });
  const event = anEvent(companyId, { metadata: { orderId: 'Größe 💥 日本 "\\ \u2028', deviceId: 'device-1' } });
  const first = await sender.ingestEvent(event);
  t.like(first, { status: 'accepted', duplicate: false });
  const second = await sender.ingestEvent(event);
  t.like(second, { id: first.id, duplicate: true });
  t.deepEqual(second.assessment, first.assessment);

  const body = { transactionId: 'tx-1', userId: 'user-2', amountMinor: 12_900, currency: 'USD' };
  const assessment = await client.post('/risk-engine/assess', { body });
  t.true(assessment.riskScore >= 0 && assessment.riskScore <= 100);
  const outcome = { assessmentId: assessment.assessmentId, outcome: 'approved' as const };
  t.like(await client.post('/risk-engine/feedback', { body: outcome }), { ...outcome, status: 'accepted' });
  t.deepEqual(await client.post('/auth/logout'), { success: true });
  t.is((await problemOf(client.post('/risk-engine/assess', { body }))).code, 'UNAUTHENTICATED');
});

test('what is refused says so with code, status, request id and details', async (t) => {
  const tenant = await registerTenant(service);
  const client = createFraudRiskClient({ baseUrl: `${service.url}/api`, tokens: { accessToken: tenant.token } });
  const body = { transactionId: '', userId: 'u', amountMinor: -1, currency: 'USD' };
  const problem = await problemOf(
    client.post('/risk-engine/assess', { body, headers: { 'x-request-id': 'merchant-7' } }),
  );
  t.like(problem, { code: 'VALIDATION_FAILED', statusCode: 400, requestId: 'merchant-7', name: 'ApiProblem' });
  t.deepEqual(problem.details.map(({ path }) => path).sort(), ['/amountMinor', '/transactionId']);

  const wrong = { companyId: tenant.companyId, email: tenant.email, password: 'wrong password' };
  t.like(await problemOf(client.login(wrong)), { code: 'INVALID_CREDENTIALS', statusCode: 401, details: [] });
  const sender = createFraudRiskClient({ baseUrl: `${service.url}/api`, signingSecret: 'whsec_other' });
  t.is((await problemOf(sender.ingestEvent(anEvent(tenant.companyId)))).code, 'INGEST_SIGNATURE_INVALID');
  const lost = createFraudRiskClient({ baseUrl: service.url });
  t.like(await problemOf(lost.post('/auth/logout')), { code: 'NOT_FOUND', statusCode: 404 });
});

test('signed bytes are the bytes sent: text, bytes and events; a nonce works once', async (t) => {
  const { companyId, secret } = await registerTenant(service);
  const send = async ({ body, headers }: Awaited<ReturnType<typeof signEvent>>) =>
    (await fetch(`${service.url}/api/events/ingest`, { method: 'POST', body, headers })).status;
  const event = anEvent(companyId, { metadata: { city: 'Zürich' } });
  const spaced = JSON.stringify(event, null, 4);
  t.is(await send(await signEvent(secret, event)), 200);
  t.is(await send(await signEvent(secret, spaced)), 200);
  const bytes = new TextEncoder().encode(spaced);
  const signed = await signEvent(secret, bytes);
  bytes.fill(0);
  t.is(await send(signed), 200, 'bytes that change later were copied');
  t.is(await send(signed), 401, 'the same nonce again');
  const late = await signEvent(secret, event, { now: Date.now() - 301_000, nonce: 'n-1' });
  t.is(late.headers['x-event-nonce'], 'n-1');
  t.is(await send(late), 401);
});

test('an event cannot be sent without a secret', async (t) => {
  const client = createFraudRiskClient({ baseUrl: `${service.url}/api` });
  await t.throwsAsync(client.ingestEvent(anEvent(randomUUID())), { message: /signingSecret/ });
});
