import test from 'ava';
import { pino } from 'pino';
import { createModelCache } from '../../api/risk-engine/model-cache.ts';
import { listCompaniesToLearnFrom, listTrainingRows } from '../../db/queries/scoring-outcomes.ts';
import { findModel, findScoringState } from '../../db/queries/scoring-models.ts';
import { createRandom } from '../../engine/graph/random.ts';
import { waitUntil } from '../jobs/support.ts';
import { insertOutcomes, type PastOutcome } from '../support/outcomes.ts';
import { getPolicy, putPolicy } from '../support/policies.ts';
import {
  assess,
  ingest,
  registerTenant,
  sendFeedback,
  startService,
  type Service,
  type Tenant,
} from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { startWorkers, type TestWorkers } from '../support/workers.ts';

let service: Service;
let other: Service;
let workers: TestWorkers | undefined;
test.before(async () => {
  service = await startService();
  other = await startService({ beside: service });
  workers = await startWorkers(service, ['feedback-recalibration', 'model-training']);
});
test.after.always(async () => {
  await workers?.close();
  await other?.close();
  await service?.close();
});

const random = createRandom(3);

/** Fraud that the default profile overlooks and a fraud rate betrays. */
const LEARNABLE: PastOutcome[] = Array.from({ length: 440 }, (_, at) => {
  const isFraud = at % 11 === 0;
  return {
    outcome: isFraud ? 'confirmed_fraud' : 'approved',
    score: Math.round(random() * 6_000) / 100,
    contributions: { deviceFraudRate: (isFraud ? 0.4 : 0) + random() * 0.5, userEvents1h: Math.floor(random() * 5) },
  };
});

/** What came of 330 assessments that a model had scored. */
function scored(adaptiveIsRight: boolean): PastOutcome[] {
  return Array.from({ length: 330 }, (_, at) => {
    const isFraud = at % 11 === 0;
    const [right, blind] = [(isFraud ? 50 : 0) + random() * 60, random() * 100];
    const [adaptiveScore, defaultScore] = adaptiveIsRight ? [right, blind] : [blind, right];
    return {
      outcome: isFraud ? 'chargeback' : 'false_positive',
      score: defaultScore,
      contributions: { defaultScore, adaptiveScore, modelVersion: 1 },
    };
  });
}

/** One more outcome, over HTTP, from which all else follows. */
async function report(tenant: Tenant): Promise<void> {
  const { body } = await assess(service, tenant);
  await sendFeedback(service, tenant, body['assessmentId'], 'approved');
}

const stateOf = (tenant: Tenant) => findScoringState(service.database.db.knex, tenant.companyId);

async function profileOf(asked: Service, tenant: Tenant, fields: object = { scoringProfile: 'adaptive' }) {
  const { status, body } = await assess(asked, tenant, fields);
  const { scoringProfile } = body['featureContributions'] as Record<string, unknown>;
  return status === 200 ? scoringProfile : status;
}

test.serial('outcomes train a model, which is used once it wins on later ones and until it is behind', async (t) => {
  const tenant = await registerTenant(service);
  const stranger = await registerTenant(service);
  const { db } = service.database;
  await insertOutcomes(db, tenant.companyId, LEARNABLE);
  await report(tenant);
  await waitUntil(async () => (await stateOf(tenant)).version === 1, 'a model was trained');
  t.false((await stateOf(tenant)).isUsed);

  // It is there and says what it thinks, but decides nothing yet.
  const shadow = await assess(service, tenant, { scoringProfile: 'adaptive' });
  const contributions = shadow.body['featureContributions'] as Record<string, unknown>;
  t.like(contributions, { scoringProfile: 'default', modelVersion: 1, defaultScore: shadow.body['riskScore'] });
  t.is(typeof contributions['adaptiveScore'], 'number');

  await insertOutcomes(db, tenant.companyId, scored(true));
  await report(tenant);
  await waitUntil(async () => (await stateOf(tenant)).isUsed, 'the model is used');
  for (const process of [service, other]) {
    t.is(await profileOf(process, tenant), 'adaptive');
    t.is(await profileOf(process, tenant, {}), 'default');
    t.is(await profileOf(process, tenant, { scoringProfile: 'Adaptive' }), 'default');
    t.is(await profileOf(process, stranger), 'default');
  }
  const { adaptiveModel } = (await getPolicy(other, tenant)).body as { adaptiveModel: Record<string, unknown> };
  t.like(adaptiveModel, { inUse: true });
  t.is((await getPolicy(other, stranger)).body['adaptiveModel'], null);

  // The policy decides for events and for requests that name no profile.
  await putPolicy(service, tenant, { scoringProfile: 'adaptive' });
  t.is(await profileOf(other, tenant, {}), 'adaptive');
  t.is(await profileOf(other, tenant, { scoringProfile: 'default' }), 'default');
  const event = await ingest(other, tenant, { eventType: 'payment_succeeded' });
  const { featureContributions } = event.body['assessment'] as { featureContributions: Record<string, unknown> };
  t.is(featureContributions['scoringProfile'], 'adaptive');

  await insertOutcomes(db, tenant.companyId, [...scored(false), ...scored(false)]);
  await report(tenant);
  await waitUntil(async () => !(await stateOf(tenant)).isUsed, 'the model is not used any more');
  t.is(await profileOf(other, tenant), 'default');
});

test.serial(
  'a company whose outcomes teach nothing gets no model, and is not tried again before there is more',
  async (t) => {
    const tenant = await registerTenant(service);
    const noise = LEARNABLE.map((row) => ({ ...row, contributions: { userEvents1h: Math.floor(random() * 5) } }));
    await insertOutcomes(service.database.db, tenant.companyId, noise);
    await report(tenant);
    await waitUntil(async () => (await stateOf(tenant)).trainedUntil !== null, 'training was tried');
    t.like(await stateOf(tenant), { version: null, trainedOutcomes: 441, trainedFrauds: 40 });
  },
);

test.serial('the schedule finds companies with new outcomes', async (t) => {
  const { knex } = service.database.db;
  const [idle, busy] = [await registerTenant(service), await registerTenant(service)];
  await insertOutcomes(service.database.db, busy.companyId, LEARNABLE.slice(0, 5));
  const { companyIds } = await listCompaniesToLearnFrom(knex, { limit: 1_000 });
  t.true(companyIds.includes(busy.companyId));
  t.false(companyIds.includes(idle.companyId));
});

test.serial('of many outcomes all frauds are learned from, and a sample of the rest stands for all', async (t) => {
  const { companyId } = await registerTenant(service);
  const { knex } = service.database.db;
  const suspected = LEARNABLE.slice(0, 10).map((row) => ({ ...row, outcome: 'rejected' as const }));
  await insertOutcomes(service.database.db, companyId, [...LEARNABLE, ...suspected]);
  const rows = await listTrainingRows(knex, companyId, { outcomes: 10_000, frauds: 100, legitimate: 100 });
  t.is(rows.filter(({ isFraud }) => isFraud).length, 40);
  const legitimate = rows.filter(({ isFraud }) => !isFraud);
  // 80 of 400 on average, five standard deviations either way.
  t.true(legitimate.length > 40 && legitimate.length < 120, `${legitimate.length} rows`);
  t.true(legitimate.every(({ weight }) => weight === 5));
  t.is((await listTrainingRows(knex, companyId, { outcomes: 10_000, frauds: 100, legitimate: 1_000 })).length, 440);
});

test.serial(
  'a model that cannot be read, or is for other features, is left out with one line in the log',
  async (t) => {
    const tenant = await registerTenant(service);
    const { companyId } = tenant;
    const { db } = service.database;
    await insertOutcomes(db, companyId, LEARNABLE);
    await report(tenant);
    await waitUntil(async () => (await stateOf(tenant)).version === 1, 'a model was trained');
    await db.knex('scoring_states').where({ company_id: companyId }).update({ is_used: true });
    t.is(await profileOf(service, tenant), 'adaptive');
    const model = (await findModel(db.pool, companyId, 1)) as Record<string, unknown>;
    const poisons = [{ nothing: 'of ours' }, { ...model, fingerprint: '00000000' }, { ...model, scale: [{}, {}] }];
    const lines: { reason?: string; version?: number }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as { reason: string });
    const cache = createModelCache({ db, logger: pino({}, { write }) });
    for (const [at, poison] of poisons.entries()) {
      const version = at + 2;
      const row = {
        company_id: companyId,
        version,
        trained_at: new Date(),
        frauds: 1,
        legitimate: 1,
        held_out_precision: 1,
      };
      await db.knex('scoring_models').insert({ ...row, model: JSON.stringify(poison) });
      await db.knex('scoring_states').where({ company_id: companyId }).update({ version });
      t.is(await profileOf(service, tenant), 'default');
      t.is(await cache.find(companyId, { version, isUsed: true }), undefined);
      t.is(await cache.find(companyId, { version, isUsed: true }), undefined);
    }
    t.deepEqual(lines.map(({ version }) => version), [2, 3, 4]); // prettier-ignore
  },
);

test.serial('once a process knows the model, an assessment takes no statement more than without one', async (t) => {
  const [tenant, without] = [await registerTenant(service), await registerTenant(service)];
  await insertOutcomes(service.database.db, tenant.companyId, LEARNABLE);
  await report(tenant);
  await waitUntil(async () => (await stateOf(tenant)).version === 1, 'a model was trained');
  await workers?.close();
  workers = undefined;
  await service.drainSignals();
  const statementsOf = (who: Tenant) =>
    countStatements(async () => {
      await assess(other, who, { userId: 'known' });
      await other.drainSignals();
    });
  for (const who of [tenant, without]) await statementsOf(who);
  t.is(await statementsOf(tenant), await statementsOf(without));
});
