import test from 'ava';
import type { Outcome } from '../../engine/vocabulary.ts';
import { followUp, signUp } from '../../scripts/demo/events.ts';
import type { EventStep, Step } from '../../scripts/demo/steps.ts';
import { DAY, HOUR, MINUTE } from '../../scripts/demo/time.ts';
import type { Person } from '../../scripts/demo/world.ts';
import { waitUntil } from '../jobs/support.ts';
import { registerTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { startWorkers, waitForOutcomes, type TestWorkers } from '../support/workers.ts';
import {
  again,
  createStory,
  explain,
  homeOf,
  inTimeOrder,
  known,
  lastPayment,
  outcome,
  person,
  purchase,
  tell,
  verdictsOf,
  type Told,
} from './support.ts';

let service: Service;
let workers: TestWorkers;
test.before(async () => {
  service = await startService();
  workers = await startWorkers(service, ['feedback-recalibration', 'graph-features']);
});
test.after.always(async () => {
  await workers?.close();
  await service?.close();
});

/** Resolves when workers have drawn all conclusions from what a tenant sent. */
async function settle(tenant: Tenant): Promise<void> {
  await service.drainSignals();
  await waitForOutcomes(service, tenant);
  const changes = service.database.db.knex('graph_changes').where({ company_id: tenant.companyId });
  await waitUntil(async () => (await changes.clone()).length === 0, 'the graph is up to date');
}

async function tellAll(tenant: Tenant, steps: readonly Step[], told: readonly Told[] = []): Promise<Told[]> {
  const verdicts = await tell(service, tenant, steps, { told, afterOutcome: () => settle(tenant) });
  await settle(tenant);
  return verdicts;
}

const PAIRS = 3;

/** Pairs of accounts with a device in common; each signs up and buys twice within days. */
function pairs() {
  const world = createStory();
  const people = Array.from({ length: PAIRS }, (_, pair) => {
    const device = world.identities.device('phone');
    return ['a', 'b'].map((name) => {
      const someone = person(world, `user-${pair}${name}`);
      return { ...someone, settings: [{ ...homeOf(someone), device }] };
    });
  }).flat();
  const joins = world.now - 20 * DAY;
  const steps = people.flatMap((someone, index) => [
    signUp(someone, joins + index * HOUR, homeOf(someone)),
    ...purchase(world, someone, joins + index * HOUR + 2 * DAY),
    ...purchase(world, someone, joins + index * HOUR + 4 * DAY),
  ]);
  return { world, people, steps: inTimeOrder(steps), end: joins + 5 * DAY };
}

test('no score, not even of an event that arrives late, knows of outcomes after its moment', async (t) => {
  const tellings = await Promise.all(
    [undefined, 0, 1].map(async (frauds) => {
      const story = pairs();
      const { steps, people, end } = story;
      const tenant = await registerTenant(service);
      const before = await tellAll(tenant, steps);
      // The latest event dates what is learned; then every second account is fraud: these, or the others.
      const latest = person(story.world, 'latest');
      await tellAll(tenant, [signUp(latest, end, homeOf(latest))]);
      const labels = people.flatMap((someone, index) =>
        frauds === undefined ? [] : labelsOf(steps, someone, end, index % 2 === frauds),
      );
      await tellAll(tenant, labels, before);
      const moments = steps.filter(({ eventType }) => eventType === 'payment_succeeded');
      const late = await tellAll(
        tenant,
        moments.map((step) => again(step, step.at + MINUTE)),
      );
      const after = await tellAll(
        tenant,
        moments.map((step) => again(step, end + 2 * DAY)),
      );
      return { before: verdictsOf(before), late: verdictsOf(late), after: after.map(({ riskScore }) => riskScore) };
    }),
  );
  const [unlabelled, labelled, flipped] = tellings.map(known);
  for (const { before, late } of [labelled, flipped].map(known)) {
    t.deepEqual(before, unlabelled?.before);
    t.deepEqual(late, unlabelled?.late);
  }
  t.notDeepEqual(labelled?.after, flipped?.after, 'from then on they do matter');
  t.true(Math.max(...known(labelled).after) > Math.max(...known(unlabelled).after));
});

/** An outcome of feedback, or a chargeback, of an account's last payment: known a day after the end. */
function labelsOf(steps: readonly EventStep[], someone: Person, end: number, isFraud: boolean): Step[] {
  const payment = lastPayment(steps, someone);
  const result: Outcome = isFraud ? 'confirmed_fraud' : 'approved';
  if (!isFraud || someone.userId.startsWith('user-0')) return [outcome(payment, end, result)];
  return [followUp(someone, payment, end + DAY, 'chargeback_received', homeOf(someone))];
}

test('a wrong label that is taken back leaves no trace in the scores of the user and its neighbours', async (t) => {
  const [mistaken, spared] = await Promise.all(
    [true, false].map(async (isMistaken) => {
      const { world, people, steps, end } = pairs();
      const [accused, neighbour, ...others] = people.map(known);
      const tenant = await registerTenant(service);
      const told = await tellAll(tenant, steps);
      const about = lastPayment(steps, known(accused));
      const visit = (at: number) =>
        [accused, neighbour, ...others].flatMap((someone) => purchase(world, known(someone), at).slice(-1));
      if (isMistaken) await tellAll(tenant, [outcome(about, end, 'confirmed_fraud')], told);
      const meanwhile = await tellAll(tenant, visit(end + DAY));
      if (isMistaken) await tellAll(tenant, [outcome(about, end + 2 * DAY, 'false_positive')], told);
      return { meanwhile, later: await tellAll(tenant, visit(end + 3 * DAY)) };
    }),
  );
  for (const [index, verdict] of known(mistaken).later.entries()) {
    const calm = known(known(spared).later[index]);
    // "Known good" may lower it.
    t.true(verdict.riskScore <= calm.riskScore + 0.01, `${explain(verdict)} against ${explain(calm)}`);
    t.deepEqual([verdict.action, verdict.reasonCodes], [calm.action, calm.reasonCodes]);
  }
  const raised = known(mistaken).meanwhile.slice(0, 2);
  for (const [index, verdict] of raised.entries()) {
    const calm = known(known(spared).meanwhile[index]);
    t.true(verdict.riskScore > calm.riskScore + 10, 'while it stood it counted');
  }
});
