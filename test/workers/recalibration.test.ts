import { randomUUID } from 'node:crypto';
import test from 'ava';
import { recordEvidence } from '../../db/queries/evidence.ts';
import { insertFeedback } from '../../db/queries/feedback.ts';
import { recalibrate, recalibrateFromScratch } from '../../db/queries/recalibration.ts';
import { createRandom } from '../../engine/graph/random.ts';
import { OUTCOMES, type Outcome } from '../../engine/vocabulary.ts';
import { tenantKeyOf } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { waitUntil } from '../jobs/support.ts';
import { assess, ingest, registerTenant, startService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

interface CalibrationRow {
  entity_key: string;
  fraud_weight: number;
  legitimate_weight: number;
  confirmed_fraud: number;
  outcomes: number;
}

const knex = () => service.database.db.knex;
const calibrationsOf = ({ companyId }: Tenant): Promise<CalibrationRow[]> =>
  knex()('calibrations').select<CalibrationRow[]>().where({ company_id: companyId }).orderBy('entity_key');
const labelsOf = async ({ companyId }: Tenant): Promise<string[]> =>
  (await knex()('risk_users')
    .where({ company_id: companyId, confirmed_fraud: true })
    .orderBy('user_id')
    .pluck('user_id')) as string[];

/** Stores an outcome and applies it as endpoint and job do. */
async function decide({ companyId }: Tenant, assessmentId: string, outcome: (typeof OUTCOMES)[number]): Promise<void> {
  const now = new Date();
  const feedback = { id: uuidv7(Date.now()), assessmentId, outcome, submittedBy: randomUUID(), recordedAt: now };
  await insertFeedback(knex(), companyId, feedback);
  const target = { assessmentId, tenantKey: tenantKeyOf(service.dependencies.hasher, companyId), now };
  await recordEvidence(knex(), companyId, target);
  await recalibrate(knex(), companyId, target);
}

async function assessMany(tenant: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const fields = { userId: `user-${index % 3}`, deviceFingerprint: `device-${index % 2}`, ipAddress: '198.51.100.9' };
    ids.push(String((await assess(service, tenant, fields)).body['assessmentId']));
  }
  return ids;
}

test('increments in any order, and undone ones, come to the numbers of a count from scratch', async (t) => {
  const tenant = await registerTenant(service);
  const assessments = await assessMany(tenant, 8);
  const random = createRandom(7);
  const next = (bound: number) => Math.floor(random() * bound);
  for (let step = 0; step < 40; step += 1) {
    const assessmentId = assessments[next(assessments.length)] ?? '';
    await decide(tenant, assessmentId, OUTCOMES[next(OUTCOMES.length)] ?? 'approved');
  }
  const increments = await calibrationsOf(tenant);
  const labels = await labelsOf(tenant);
  t.is(increments.length, 6, 'three users, two devices, one address');
  await knex()('calibrations').where({ company_id: tenant.companyId }).delete();
  await knex()('evidence').where({ company_id: tenant.companyId }).update({ counted_fraud: 0, counted_legitimate: 0 });
  await knex()('risk_users').where({ company_id: tenant.companyId }).update({ confirmed_fraud: false });
  await recalibrateFromScratch(knex(), tenant.companyId, new Date());
  const scratch = await calibrationsOf(tenant);
  const scale = Math.max(...scratch.map((row) => row.fraud_weight + row.legitimate_weight));
  for (const [index, row] of scratch.entries()) {
    const increment = increments[index];
    t.like(increment, { entity_key: row.entity_key, confirmed_fraud: row.confirmed_fraud, outcomes: row.outcomes });
    t.true(Math.abs((increment?.fraud_weight ?? NaN) - row.fraud_weight) < 1e-9 * scale);
    t.true(Math.abs((increment?.legitimate_weight ?? NaN) - row.legitimate_weight) < 1e-9 * scale);
  }
  t.deepEqual(await labelsOf(tenant), labels);
});

test('outcomes at the same time, and repeated jobs, are counted once each', async (t) => {
  const tenant = await registerTenant(service);
  const assessments = await assessMany(tenant, 6);
  await Promise.all(assessments.map((id) => decide(tenant, id, 'confirmed_fraud')));
  const target = { tenantKey: tenantKeyOf(service.dependencies.hasher, tenant.companyId), now: new Date() };
  await Promise.all(
    [...assessments, ...assessments].map((assessmentId) =>
      recalibrate(knex(), tenant.companyId, { assessmentId, ...target }),
    ),
  );
  const address = service.dependencies.hasher.hash('ip', '198.51.100.9');
  const row = (await calibrationsOf(tenant)).find(({ entity_key }) => entity_key === address);
  t.like(row, { confirmed_fraud: 6, outcomes: 6 });
  t.deepEqual(await labelsOf(tenant), ['user-0', 'user-1', 'user-2']);
});

test('an outcome that is changed takes back what it did: calibration, label and threat report', async (t) => {
  const tenant = await registerTenant(service);
  const [assessmentId = ''] = await assessMany(tenant, 1);
  await decide(tenant, assessmentId, 'confirmed_fraud');
  t.deepEqual(await labelsOf(tenant), ['user-0']);
  t.is((await knex()('threat_reports').where({ company_id: tenant.companyId })).length, 2);
  await decide(tenant, assessmentId, 'false_positive');
  t.deepEqual(await labelsOf(tenant), []);
  t.is((await knex()('threat_reports').where({ company_id: tenant.companyId })).length, 0);
  for (const row of await calibrationsOf(tenant)) {
    t.like(row, { confirmed_fraud: 0, outcomes: 1 });
    t.true(Math.abs(row.fraud_weight) < 1e-9 * row.legitimate_weight);
  }
});

test('an entity of more than fifty outcomes is rated by all of them, not by the latest fifty alone', async (t) => {
  const tenant = await registerTenant(service);
  const { companyId } = tenant;
  const device = service.dependencies.hasher.hash('device', 'busy');
  const user = randomUUID();
  // Sixty frauds of an hour ago, then fifty good outcomes: the latest fifty alone would say it never was bad.
  await service.database.db.pool.query(
    `insert into evidence (company_id, entity_key, assessment_id, user_key, entity_type, fraud_weight, legitimate_weight,
       event_at, known_since)
     select $1::uuid, $2::uuid, gen_random_uuid(), $3::uuid, 'device', (n <= 60)::int, (n > 60)::int, now(), now() - (111 - n) * interval '1 minute'
     from generate_series(1, 110) n`,
    [companyId, device, user],
  );
  const rateOf = async () => {
    const { body } = await assess(service, tenant, { deviceFingerprint: 'busy' });
    return Number((body['featureContributions'] as Record<string, unknown>)['deviceFraudRate']);
  };
  t.true((await rateOf()) < 0.01);
  await recalibrateFromScratch(knex(), companyId, new Date());
  const rate = await rateOf();
  // One day of good outcomes, and two days' worth of what was usual: sixty of 110, pulled towards one in a hundred by twenty.
  t.true(Math.abs(rate - (2 * (60.2 / 130)) / 3) < 0.01, `${rate}`);
});

test('an event dated far ahead breaks nothing: its outcome is known from today on', async (t) => {
  const tenant = await registerTenant(service);
  const { body } = await ingest(service, tenant, {
    eventType: 'order_created',
    timestamp: '2200-01-01T00:00:00.000Z',
    metadata: { orderId: 'order', deviceId: 'ahead', amountMinor: 100, currency: 'USD' },
  });
  const { assessmentId } = body['assessment'] as { assessmentId: string };
  await decide(tenant, assessmentId, 'confirmed_fraud');
  await recalibrateFromScratch(knex(), tenant.companyId, new Date());
  const [{ known_since: knownSince } = { known_since: new Date(0) }] = await knex()('evidence')
    .select<{ known_since: Date }[]>('known_since')
    .where({ company_id: tenant.companyId });
  t.true(knownSince.getTime() < Date.now() + 2 * 86_400_000);
  const again = await ingest(service, tenant, {
    eventType: 'order_created',
    timestamp: '2200-01-01T00:00:00.000Z',
    metadata: { orderId: 'other', deviceId: 'ahead', amountMinor: 100, currency: 'USD' },
  });
  t.is(again.status, 200);
  const { featureContributions } = again.body['assessment'] as { featureContributions: Record<string, unknown> };
  t.is(featureContributions['deviceConfirmedFraud'], 1, 'the evidence was read');
});

test('an outcome that is stored while a job looks at the others waits for a job of its own', async (t) => {
  const tenant = await registerTenant(service);
  const { companyId } = tenant;
  const [assessmentId = ''] = await assessMany(tenant, 1);
  const aFeedback = (outcome: Outcome) => ({
    id: uuidv7(Date.now()),
    assessmentId,
    outcome,
    submittedBy: randomUUID(),
    recordedAt: new Date(),
  });
  const [earlier, later] = [aFeedback('confirmed_fraud'), aFeedback('approved')];
  await insertFeedback(knex(), companyId, later);
  const holder = await knex().transaction();
  await holder.raw('select 1 from risk_users where company_id = ? for update', [companyId]);
  const target = { assessmentId, tenantKey: tenantKeyOf(service.dependencies.hasher, companyId), now: new Date() };
  const job = recalibrate(knex(), companyId, target);
  await waitUntil(async () => {
    const { rows } = await knex().raw<{ rows: unknown[] }>(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  }, 'the job waits for the user');
  await insertFeedback(knex(), companyId, earlier);
  await holder.commit();
  await job;
  t.deepEqual(await knex()('feedback').where({ company_id: companyId }).whereNull('applied_at').pluck('id'), [
    earlier.id,
  ]);
});
