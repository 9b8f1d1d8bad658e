import { randomUUID } from 'node:crypto';
import test from 'ava';
import { addAnalyst, expireSubscription, limitUsage } from '../support/members.ts';
import { registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { announceThreats, deliverLater, testSecrets } from '../support/threat-webhooks.ts';
import { create, list, PATH, subscribe } from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

const URL_WITH_TOKEN = 'https://hooks.example.com/services/T0/s3cret?token=abc';
const auditOf = ({ companyId }: Tenant) =>
  service.database.db
    .knex('audit_logs')
    .select<Record<string, unknown>[]>()
    .where({ company_id: companyId, target_type: 'threat_subscription' })
    .orderBy('id');

test('creation shows the secret once, stores it sealed, and is audited without it and without the path', async (t) => {
  const tenant = await registerTenant(service);
  const { status, body } = await create(service, tenant, { url: URL_WITH_TOKEN, description: 'SIEM' });
  t.is(status, 201);
  t.deepEqual(Object.keys(body), ['id', 'url', 'description', 'eventTypes', 'status', 'secret', 'createdAt']);
  t.like(body, { url: URL_WITH_TOKEN, description: 'SIEM', status: 'active' });
  t.deepEqual(body['eventTypes'], ['threat.indicator.created']);
  t.regex(String(body['secret']), /^whsec_[\w+/]{43}=$/);
  const row = await service.database.db
    .knex('threat_subscriptions')
    .where({ id: body['id'] })
    .first<Record<string, string>>();
  t.is(testSecrets.open(String(row['secret_ciphertext']), String(body['id'])), String(body['secret']));
  const [listed] = await list(service, tenant);
  t.false(JSON.stringify(listed).includes(String(body['secret']).slice(6)));
  t.like(listed, { id: body['id'], status: 'active', disabledAt: null, disabledReason: null });
  t.deepEqual(listed?.health, {
    lastDeliveryAt: null,
    lastStatus: null,
    lastStatusCode: null,
    lastError: null,
    successRate24h: null,
    pendingDeliveries: 0,
  });
  const [entry] = await auditOf(tenant);
  t.like(entry, { action: 'threat_subscription.created', target_id: body['id'], actor_email: tenant.email });
  t.deepEqual(entry?.['after'], {
    origin: 'https://hooks.example.com',
    description: 'SIEM',
    eventTypes: ['threat.indicator.created'],
    status: 'active',
  });
});

test('bodies that are not valid: 400 with the place', async (t) => {
  const tenant = await registerTenant(service);
  const url = 'https://hooks.example.com/';
  const cases: [unknown, string][] = [
    [{}, '/url'],
    [{ url: 'hooks.example.com' }, '/url'],
    [{ url: 'ftp://hooks.example.com/' }, '/url'],
    [{ url: 'https://user:pass@hooks.example.com/' }, '/url'],
    [{ url: 'http://10.0.0.1/' }, '/url'],
    [{ url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, '/url'],
    [{ url, eventTypes: [] }, '/eventTypes'],
    [{ url, eventTypes: ['threat.ping'] }, '/eventTypes/0'],
    [{ url, eventTypes: ['threat.indicator.created', 'threat.indicator.created'] }, '/eventTypes'],
    [{ url, events: ['threat.indicator.created'] }, '/events'],
    [{ url, description: 'x'.repeat(501) }, '/description'],
  ];
  for (const [body, path] of cases) {
    const answer = await create(service, tenant, body);
    t.is(answer.body['code'], 'VALIDATION_FAILED', JSON.stringify(body));
    t.is((answer.body['details'] as { path: string }[])[0]?.path, path);
  }
  t.deepEqual(await list(service, tenant), []);
});

test('production takes public https targets only', async (t) => {
  const production = await startService({ beside: service, environment: { NODE_ENV: 'production' } });
  const tenant = await registerTenant(service);
  const refused = [
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://2130706433/',
  ];
  for (const url of refused) {
    const { status, body } = await create(production, tenant, { url });
    t.deepEqual([status, (body['details'] as { path: string }[])[0]?.path], [400, '/url'], url);
  }
  t.is((await create(production, tenant, { url: 'https://hooks.example.com/' })).status, 201);
  const { subscriptionId } = await subscribe(service, 'http://127.0.0.1:9/', tenant);
  const ping = await production.call('POST', `${PATH}/${subscriptionId}/ping`, { token: tenant.token });
  t.like(ping.body, { delivered: false, statusCode: null, error: 'must be https' });
  await production.close();
});

test('a company has at most twenty subscriptions, also when they are asked for at once', async (t) => {
  const tenant = await registerTenant(service);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => create(service, tenant, { url: 'https://hooks.example.com/' })),
  );
  t.is(answers.filter(({ status }) => status === 201).length, 20);
  for (const { body } of answers.filter(({ status }) => status !== 201)) {
    t.like(body, { statusCode: 409, code: 'CONFLICT' });
    t.regex(String(body['message']), /20 threat subscriptions/);
  }
  t.is((await auditOf(tenant)).length, 20);
  const listed = (await list(service, tenant)) as unknown as { id: string }[];
  t.is((await service.call('DELETE', `${PATH}/${listed[0]?.id}`, { token: tenant.token })).status, 200);
  t.is((await create(service, tenant, { url: 'https://hooks.example.com/' })).status, 201);
});

test('a deletion is made and audited once, also of two at once', async (t) => {
  const { tenant, subscriptionId } = await subscribe(service, URL_WITH_TOKEN);
  const remove = (id: string) => service.call('DELETE', `${PATH}/${id}`, { token: tenant.token });
  const answers = await Promise.all([remove(subscriptionId), remove(subscriptionId.toUpperCase())]);
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  t.deepEqual(answers.find(({ status }) => status === 200)?.body, { id: subscriptionId, deleted: true });
  const entries = await auditOf(tenant);
  t.is(entries.length, 2);
  t.like(entries[1], { action: 'threat_subscription.deleted', target_id: subscriptionId, after: null });
  t.false(JSON.stringify(entries).includes('s3cret') || JSON.stringify(entries).includes('token='));
  t.is((await remove(randomUUID())).status, 404);
  t.is((await remove('nonsense')).status, 400);
  t.deepEqual(await list(service, tenant), []);
});

test('401, 403 and 402 come before anything else, for every operation', async (t) => {
  const [tenant, unpaid, basic] = await Promise.all([1, 2, 3].map(() => registerTenant(service)));
  if (!tenant || !unpaid || !basic) return t.fail();
  const analyst = await addAnalyst(service, tenant);
  await expireSubscription(service, unpaid);
  await limitUsage(service, basic, 10);
  const id = randomUUID();
  const operations = [
    ['POST', PATH],
    ['GET', PATH],
    ['DELETE', `${PATH}/${id}`],
    ['GET', `${PATH}/${id}/deliveries`],
    ['POST', `${PATH}/${id}/deliveries/${id}/redeliver`],
    ['POST', `${PATH}/${id}/ping`],
  ] as const;
  for (const [method, path] of operations) {
    t.is((await service.call(method, path)).status, 401, path);
    const codeFor = async (token: string) => (await service.call(method, path, { token })).body['code'];
    t.is(await codeFor(analyst.token), 'FORBIDDEN', path);
    t.is(await codeFor(unpaid.token), 'SUBSCRIPTION_REQUIRED', path);
    t.is(await codeFor(basic.token), 'FEATURE_NOT_IN_PLAN', path);
  }
});

test.serial('lists take as many statements for many as for one, and page', async (t) => {
  const one = await subscribe(service, 'https://hooks.example.com/');
  const many = await subscribe(service, 'https://hooks.example.com/');
  for (let index = 0; index < 7; index += 1) await subscribe(service, 'https://hooks.example.com/', many.tenant);
  for (let index = 0; index < 12; index += 1) {
    await announceThreats(service.database.db, 1, Date.now() + index);
    await deliverLater(service.database.db, many);
  }
  const count = (owner: typeof one, path: string) =>
    countStatements(() => service.call('GET', path, { token: owner.tenant.token }));
  t.is(await count(one, PATH), await count(many, PATH));
  const deliveries = (owner: typeof one) => count(owner, `${PATH}/${owner.subscriptionId}/deliveries`);
  t.is(await deliveries(one), await deliveries(many));
  t.is(await deliveries(many), 4);
  const { body } = await service.call('GET', `${PATH}?page=2&limit=3`, { token: many.tenant.token });
  t.deepEqual(body['meta'], { total: 8, page: 2, limit: 3, totalPages: 3 });
  const ids = (
    (await service.call('GET', `${PATH}?limit=100`, { token: many.tenant.token })).body['data'] as { id: string }[]
  ).map(({ id }) => id);
  t.deepEqual(
    (body['data'] as { id: string }[]).map(({ id }) => id),
    ids.slice(3, 6),
  );
  t.is((await service.call('GET', `${PATH}?limit=101`, { token: many.tenant.token })).status, 400);
});
