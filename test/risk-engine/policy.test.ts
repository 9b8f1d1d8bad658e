import test from 'ava';
import fc from 'fast-check';
import { DEFAULT_POLICY } from '../../engine/policy.ts';
import { listStoredAuditEntries } from '../support/audit.ts';
import { addAnalyst, expireSubscription } from '../support/members.ts';
import { anyPolicy, getPolicy, putPolicy } from '../support/policies.ts';
import { refuseRows } from '../support/refuse-rows.ts';
import { assess, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let other: Service;
test.before(async () => {
  service = await startService();
  other = await startService({ beside: service });
});
test.after.always(async () => {
  await other?.close();
  await service?.close();
});

const userIdOf = ({ token }: Tenant) => service.dependencies.tokens.verify(token, 'access').sub;

test('a company starts with the default policy', async (t) => {
  const { status, body } = await getPolicy(service, await registerTenant(service));
  t.is(status, 200);
  t.deepEqual(
    { ...body, updatedAt: '' },
    { ...DEFAULT_POLICY, adaptiveModel: null, version: 1, updatedAt: '', updatedBy: null },
  );
});

test('what a change leaves out keeps its value, sections and fields of sections alike', async (t) => {
  const tenant = await registerTenant(service);
  const changed = await putPolicy(service, tenant, { thresholds: { block: 90 }, contagionGuard: { enabled: false } });
  t.is(changed.status, 200);
  t.like(changed.body, {
    ...DEFAULT_POLICY,
    thresholds: { review: 50, block: 90 },
    contagionGuard: { enabled: false, minimumAction: 'review' },
    version: 2,
    updatedBy: userIdOf(tenant),
  });
  const again = await putPolicy(service, tenant, { policyMode: 'shadow', version: 2 });
  t.like(again.body, { policyMode: 'shadow', thresholds: { review: 50, block: 90 }, version: 3 });
  t.deepEqual((await getPolicy(service, tenant)).body, again.body);
});

test('each change leaves one audit entry with both sides, and a change of nothing none', async (t) => {
  const tenant = await registerTenant(service);
  await putPolicy(service, tenant, { policyMode: 'advisory' });
  const before = await getPolicy(service, tenant);
  const { thresholds } = DEFAULT_POLICY;
  for (const nothing of [{}, { thresholds: {} }, { policyMode: 'advisory', version: 2 }, { thresholds }]) {
    const { status, body } = await putPolicy(service, tenant, nothing);
    t.is(status, 200);
    t.deepEqual(body, before.body);
  }
  const entries = await listStoredAuditEntries(service, tenant);
  t.is(entries.length, 1);
  t.like(entries[0], {
    action: 'policy.updated',
    target_type: 'policy',
    target_id: tenant.companyId,
    actor_id: userIdOf(tenant),
    actor_email: tenant.email,
    ip_address: '127***.1',
    before: { ...DEFAULT_POLICY, version: 1 },
    after: { ...DEFAULT_POLICY, policyMode: 'advisory', version: 2 },
  });
});

test('a change that cannot be audited is not made', async (t) => {
  const tenant = await registerTenant(service);
  const { body: before } = await getPolicy(service, tenant);
  const refused = await refuseRows(service, 'audit_logs', tenant);
  t.is((await putPolicy(service, tenant, { policyMode: 'shadow' })).status, 500);
  t.deepEqual((await getPolicy(service, tenant)).body, before);
  await refused.restore();
  t.is((await putPolicy(service, tenant, { policyMode: 'shadow' })).status, 200);
});

const INVALID: [string, object, string][] = [
  ['review at block', { thresholds: { review: 80 } }, '/thresholds/review'],
  ['review above block', { thresholds: { review: 80.5 } }, '/thresholds/review'],
  ['block at review', { thresholds: { block: 50 } }, '/thresholds/block'],
  ['both, crossed', { thresholds: { review: 70, block: 60 } }, '/thresholds/review'],
  ['review of nothing', { thresholds: { review: 0 } }, '/thresholds/review'],
  ['block beyond the scale', { thresholds: { block: 100.01 } }, '/thresholds/block'],
  ['a threshold in text', { thresholds: { review: '40' } }, '/thresholds/review'],
  ['an unknown mode', { policyMode: 'off' }, '/policyMode'],
  ['no mode', { policyMode: null }, '/policyMode'],
  ['an unknown profile', { scoringProfile: 'best' }, '/scoringProfile'],
  ['an unknown action', { degradedMode: { graphUnavailable: 'deny' } }, '/degradedMode/graphUnavailable'],
  ['a switch that is none', { contagionGuard: { enabled: 1 } }, '/contagionGuard/enabled'],
  ['an unknown section', { treshold: {} }, '/treshold'],
  ['an unknown threshold', { thresholds: { blok: 90 } }, '/thresholds/blok'],
  ['an unknown source', { degradedMode: { indicatorUnavailable: 'block' } }, '/degradedMode/indicatorUnavailable'],
  ['an unknown guard setting', { contagionGuard: { minimum: 'block' } }, '/contagionGuard/minimum'],
  ['what the service decides', { updatedBy: null }, '/updatedBy'],
  ['a version that is none', { version: 0 }, '/version'],
];

for (const [what, body, path] of INVALID) {
  test(`${what}: 400 that names the place, and nothing changes`, async (t) => {
    const tenant = await registerTenant(service);
    const answer = await putPolicy(service, tenant, body);
    t.deepEqual([answer.status, answer.body['code']], [400, 'VALIDATION_FAILED']);
    const places = (answer.body['details'] as { path: string }[]).map((detail) => detail.path);
    t.deepEqual([...new Set(places)], [path]);
    t.like((await getPolicy(service, tenant)).body, { ...DEFAULT_POLICY, version: 1 });
  });
}

test('a change based on another version: 409', async (t) => {
  const tenant = await registerTenant(service);
  await putPolicy(service, tenant, { policyMode: 'advisory', version: 1 });
  const { status, body } = await putPolicy(service, tenant, { policyMode: 'shadow', version: 1 });
  t.deepEqual([status, body['code']], [409, 'CONFLICT']);
  t.like((await getPolicy(service, tenant)).body, { policyMode: 'advisory', version: 2 });
});

test('of changes based on one version, sent at once to two processes, exactly one is made', async (t) => {
  const tenant = await registerTenant(service);
  for (let version = 1; version <= 5; version += 1) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        putPolicy(index % 2 ? service : other, tenant, { thresholds: { review: 10 * version + index / 10 }, version }),
      ),
    );
    t.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 200);
    t.deepEqual((await getPolicy(other, tenant)).body, winner?.body);
  }
  t.is((await listStoredAuditEntries(service, tenant)).length, 5);
});

test('changes of different fields at once, without a version, are all made', async (t) => {
  const tenant = await registerTenant(service);
  await Promise.all([
    putPolicy(service, tenant, { policyMode: 'advisory' }),
    putPolicy(other, tenant, { thresholds: { review: 20 } }),
    putPolicy(service, tenant, { thresholds: { block: 95 } }),
    putPolicy(other, tenant, { degradedMode: { velocityUnavailable: 'block' } }),
  ]);
  t.like((await getPolicy(service, tenant)).body, {
    policyMode: 'advisory',
    thresholds: { review: 20, block: 95 },
    degradedMode: { graphUnavailable: 'review', velocityUnavailable: 'block' },
    version: 5,
  });
});

test('an analyst may neither read nor change it; without credentials nobody may; no subscription is asked for', async (t) => {
  const tenant = await registerTenant(service);
  const analyst = await addAnalyst(service, tenant);
  for (const call of [getPolicy, putPolicy]) {
    const forbidden = await call(service, analyst, {});
    t.deepEqual([forbidden.status, forbidden.body['code']], [403, 'FORBIDDEN']);
    t.is((await call(service, { token: 'none' }, {})).status, 401);
  }
  await expireSubscription(service, tenant);
  t.is((await getPolicy(service, tenant)).status, 200);
  t.is((await putPolicy(service, tenant, { policyMode: 'shadow' })).status, 200);
});

test('any valid policy: what PUT answers, GET answers in another process, and the next assessment there uses', async (t) => {
  const tenant = await registerTenant(service);
  const property = fc.asyncProperty(anyPolicy, async (settings) => {
    const put = await putPolicy(service, tenant, settings);
    t.is(put.status, 200);
    t.deepEqual(put.body, { ...put.body, ...settings });
    t.deepEqual((await getPolicy(other, tenant)).body, put.body);
    const { body } = await assess(other, tenant);
    t.like(body, { policyMode: settings.policyMode, riskScore: 0, action: 'allow' });
  });
  await fc.assert(property, { numRuns: 60 });
});
