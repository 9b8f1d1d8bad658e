import { randomUUID } from 'node:crypto';
import test from 'ava';
import { uuidv7 } from '../../platform/ids.ts';
import { createSweeper } from '../../workers/sweeper.ts';
import { handlerContext } from '../jobs/support.ts';
import { addAnalyst } from '../support/members.ts';
import { assess, registerTenant, sendFeedback, startService, type Service, type Tenant } from '../support/service.ts';
import { startWorkers, waitForOutcomes, type TestWorkers } from '../support/workers.ts';

let service: Service;
let workers: TestWorkers;
test.before(async () => {
  service = await startService();
  workers = await startWorkers(service);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

interface EvidenceRow {
  entity_type: string;
  fraud_weight: number;
  legitimate_weight: number;
}
const evidenceOf = (tenant: Tenant, assessmentId: unknown): Promise<EvidenceRow[]> =>
  service.database.db
    .knex('evidence')
    .select<EvidenceRow[]>()
    .where({ company_id: tenant.companyId, assessment_id: assessmentId as string })
    .orderBy('entity_type');

test('an outcome is accepted, kept in history, and the latest one counts', async (t) => {
  const tenant = await registerTenant(service);
  const { token } = await addAnalyst(service, tenant);
  const { body } = await assess(service, tenant, { deviceFingerprint: 'device-1', ipAddress: '198.51.100.1' });
  const accepted = await sendFeedback(service, { token }, body['assessmentId'], 'chargeback');
  t.is(accepted.status, 200);
  t.deepEqual(Object.keys(accepted.body).sort(), ['assessmentId', 'outcome', 'recordedAt', 'status']);
  t.like(accepted.body, { assessmentId: body['assessmentId'], outcome: 'chargeback', status: 'accepted' });
  t.deepEqual(
    (await evidenceOf(tenant, body['assessmentId'])).map((row) => [row.entity_type, row.fraud_weight]),
    [
      ['device', 1],
      ['ip', 1],
      ['user', 1],
    ],
  );
  await sendFeedback(service, tenant, body['assessmentId'], 'false_positive');
  t.deepEqual(
    (await evidenceOf(tenant, body['assessmentId'])).map((row) => [row.fraud_weight, row.legitimate_weight]),
    Array.from({ length: 3 }, () => [0, 1]),
  );
  const history: unknown[] = await service.database.db.knex('feedback').where({ company_id: tenant.companyId });
  t.is(history.length, 2);
});

test('unknown assessments are 404, malformed ones and unknown fields 400', async (t) => {
  const tenant = await registerTenant(service);
  t.is((await sendFeedback(service, tenant, randomUUID(), 'approved')).status, 404);
  t.is((await sendFeedback(service, tenant, 'nope', 'approved')).status, 400);
  t.is((await sendFeedback(service, tenant, randomUUID(), 'maybe')).status, 400);
  const typo = await service.call('POST', '/api/risk-engine/feedback', {
    token: tenant.token,
    body: { assessmentId: randomUUID(), outcome: 'approved', outcom: 'x' },
  });
  t.is(typo.status, 400);
});

test('opposite outcomes at the same time leave evidence that agrees with the latest', async (t) => {
  const tenant = await registerTenant(service);
  const { body } = await assess(service, tenant, { deviceFingerprint: 'device-1' });
  const outcomes = Array.from({ length: 12 }, (_, index) => (index % 2 ? 'confirmed_fraud' : 'approved'));
  await Promise.all(outcomes.map((outcome) => sendFeedback(service, tenant, body['assessmentId'], outcome)));
  const latest = (await service.database.db
    .knex('feedback')
    .where({ company_id: tenant.companyId })
    .orderBy('id', 'desc')
    .first()) as { outcome: string };
  const expected = latest.outcome === 'confirmed_fraud' ? [1, 0] : [0, 1];
  for (const row of await evidenceOf(tenant, body['assessmentId']))
    t.deepEqual([row.fraud_weight, row.legitimate_weight], expected);
});

test('an outcome that was stored but whose signal was lost is signalled again by the sweeper', async (t) => {
  const tenant = await registerTenant(service);
  const { body } = await assess(service, tenant);
  const { knex } = service.database.db;
  const recordedAt = new Date(Date.now() - 60_000);
  await knex('feedback').insert({
    company_id: tenant.companyId,
    id: uuidv7(recordedAt.getTime()),
    assessment_id: body['assessmentId'],
    outcome: 'confirmed_fraud',
    source: 'event',
    recorded_at: recordedAt,
  });
  await createSweeper(workers.dependencies).handle({}, handlerContext());
  await waitForOutcomes(service, tenant);
  t.is((await evidenceOf(tenant, body['assessmentId']))[0]?.fraud_weight, 1);
});

test('an indicator confirmed in two companies, or in three transactions of one, is a global threat until it is taken back', async (t) => {
  const [one, two] = [await registerTenant(service), await registerTenant(service)];
  const confirm = async (tenant: Tenant, fields: object) => {
    const { body } = await assess(service, tenant, fields);
    await sendFeedback(service, tenant, body['assessmentId'], 'confirmed_fraud');
    return body['assessmentId'];
  };
  const isThreat = async (deviceFingerprint: string) => {
    await waitForOutcomes(service, one, two);
    const key = service.dependencies.hasher.hash('device', deviceFingerprint);
    const row: unknown = await service.database.db.knex('global_threats').where({ indicator_key: key }).first();
    return row !== undefined;
  };
  await confirm(one, { deviceFingerprint: 'shared' });
  t.false(await isThreat('shared'));
  const second = await confirm(two, { deviceFingerprint: 'shared' });
  t.true(await isThreat('shared'));
  await sendFeedback(service, two, second, 'false_positive');
  t.false(await isThreat('shared'));

  await confirm(one, { deviceFingerprint: 'own', transactionId: 'same' });
  await confirm(one, { deviceFingerprint: 'own', transactionId: 'same' });
  await confirm(one, { deviceFingerprint: 'own', transactionId: 'same' });
  t.false(await isThreat('own'), 'one transaction assessed three times is one fraud');
  await confirm(one, { deviceFingerprint: 'own' });
  await confirm(one, { deviceFingerprint: 'own' });
  t.true(await isThreat('own'));
});

test('two companies that confirm one indicator at the same moment make it a global threat', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const tenants = [await registerTenant(service), await registerTenant(service)];
    const deviceFingerprint = randomUUID();
    const assessed = await Promise.all(tenants.map((tenant) => assess(service, tenant, { deviceFingerprint })));
    await Promise.all(
      tenants.map((tenant, index) =>
        sendFeedback(service, tenant, assessed[index]?.body['assessmentId'], 'confirmed_fraud'),
      ),
    );
    await waitForOutcomes(service, ...tenants);
    const key = service.dependencies.hasher.hash('device', deviceFingerprint);
    t.truthy(await service.database.db.knex('global_threats').where({ indicator_key: key }).first());
  }
});
