import test from 'ava';
import { generateDemo, type Demo } from '../../scripts/demo/generate.ts';
import { isHonest, type EventStep, type Step } from '../../scripts/demo/steps.ts';
import { DAY } from '../../scripts/demo/time.ts';

const NOW = Date.UTC(2026, 3, 20, 9, 30);
const demo = generateDemo({ run: 'aaaa1111', now: NOW });
const events = eventsOf(demo.steps);

test('the same input gives the same demo', (t) => {
  t.is(JSON.stringify(generateDemo({ run: 'aaaa1111', now: NOW })), JSON.stringify(demo));
});

test('another run has the same story with traits of its own', (t) => {
  const other = generateDemo({ run: 'bbbb2222', now: NOW });
  t.is(storyOf(other), storyOf(demo));
  const traits = new Set(events.flatMap(traitsOf));
  t.deepEqual(
    eventsOf(other.steps)
      .flatMap(traitsOf)
      .filter((trait) => traits.has(trait)),
    [],
  );
});

test('another seed gives another story', (t) => {
  t.not(storyOf(generateDemo({ run: 'aaaa1111', now: NOW, seed: 1 })), storyOf(demo));
});

test('steps are in time order, within five weeks, none in the future', (t) => {
  t.true(demo.steps.every(({ at }, index) => at >= (demo.steps[index - 1]?.at ?? 0)));
  t.true(demo.steps.every(({ at }) => at >= NOW - 35 * DAY && at < NOW && Number.isSafeInteger(at)));
  t.true(events.length > 2_500 && events.length < 4_500);
});

test('an outcome comes after what it is about', (t) => {
  const done = new Set<Step>();
  for (const step of demo.steps) {
    if (step.kind === 'feedback') t.true(done.has(step.about));
    done.add(step);
  }
  const charged = events.filter(({ eventType }) => eventType === 'chargeback_received');
  t.true(charged.length > 0);
  for (const { metadata, at } of charged) {
    t.true(events.some((event) => event.metadata['orderId'] === metadata['orderId'] && event.at < at));
  }
});

test('honest people are never reported as fraud, fraudsters never as honest', (t) => {
  for (const step of demo.steps) {
    if (step.kind === 'feedback') t.is(isHonest(step.scenario), step.outcome === 'approved');
    else if (step.eventType === 'chargeback_received') t.false(isHonest(step.scenario));
  }
});

test('families are three to five people with one address and one tablet, and share nothing with fraudsters', (t) => {
  const fraudTraits = new Set(events.filter(({ scenario }) => !isHonest(scenario)).flatMap(traitsOf));
  const families = groupBy(
    events.filter(({ scenario }) => scenario === 'families'),
    ({ userId }) => userId.slice(0, 'family-000'.length),
  );
  t.true(families.size > 10);
  for (const family of families.values()) {
    const members = new Set(family.map(({ userId }) => userId));
    t.true(members.size >= 3 && members.size <= 5);
    t.is(new Set(family.map(({ metadata }) => metadata['ipAddress'])).size, 1);
    const tablets = family.map(({ metadata }) => String(metadata['deviceId'])).filter((id) => id.startsWith('tablet'));
    t.true(new Set(tablets).size <= 1);
    t.deepEqual(
      family.flatMap(traitsOf).filter((trait) => fraudTraits.has(trait)),
      [],
    );
  }
});

test('the ring is twelve accounts over few devices, half of them before its first label', (t) => {
  const ring = events.filter(({ scenario }) => scenario.startsWith('ring') && scenario.endsWith('labels'));
  const accounts = ring.filter(({ eventType }) => eventType === 'user_created');
  t.is(accounts.length, 12);
  t.is(new Set(ring.map(({ metadata }) => metadata['deviceId'])).size, 4);
  const labelledAt = demo.steps.find((step) => isFraudLabel(step) && step.scenario === 'ring before labels')?.at ?? 0;
  t.is(accounts.filter(({ at }) => at < labelledAt).length, 6);
  t.true(accounts.every(({ at, scenario }) => at < labelledAt === (scenario === 'ring before labels')));
});

test('card testing is one device and dozens of cards within minutes', (t) => {
  const payments = events.filter(({ scenario, paymentDetails }) => scenario === 'card testing' && paymentDetails);
  t.true(payments.length >= 24);
  t.is(new Set(payments.map(({ metadata }) => metadata['deviceId'])).size, 1);
  t.is(new Set(payments.map(({ paymentDetails }) => paymentDetails?.fingerprint)).size, payments.length);
  t.true((payments.at(-1)?.at ?? 0) - (payments[0]?.at ?? 0) < 15 * 60_000);
});

function eventsOf(steps: readonly Step[]): EventStep[] {
  return steps.filter((step) => step.kind === 'event');
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function isFraudLabel(step: Step): boolean {
  return step.kind === 'feedback' ? step.outcome !== 'approved' : step.eventType === 'chargeback_received';
}

/** What happens, when and to whom, without the traits that carry the run. */
function storyOf({ steps, liveCases }: Demo): string {
  return JSON.stringify([
    ...steps.map((step) =>
      step.kind === 'event'
        ? [
            step.at,
            step.scenario,
            step.userId,
            step.eventType,
            step.metadata['orderId'],
            step.paymentDetails?.amountMinor,
          ]
        : [step.at, step.scenario, step.about.userId, step.outcome],
    ),
    ...liveCases.map(({ title, fraud, request }) => [title, fraud, request.userId, request.amountMinor]),
  ]);
}

function traitsOf({ metadata, paymentDetails }: EventStep): string[] {
  const { email, phone, deviceId, ipAddress } = metadata;
  return [email, phone, deviceId, ipAddress, paymentDetails?.fingerprint].filter((trait) => typeof trait === 'string');
}
