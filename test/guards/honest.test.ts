import test from 'ava';
import { createEvent, signUp } from '../../scripts/demo/events.ts';
import { families } from '../../scripts/demo/honest.ts';
import { DAY, HOUR, MINUTE } from '../../scripts/demo/time.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';
import { joinCrowd } from './crowd.ts';
import {
  createStory,
  explain,
  homeOf,
  inTimeOrder,
  outcome,
  person,
  purchase,
  quietLife,
  REVIEW_FROM,
  tell,
} from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

test("retries of declined payments while the merchant's processor is down make no customer suspicious", async (t) => {
  const world = createStory();
  const outage = world.now - HOUR;
  const customers = Array.from({ length: 10 }, (_, index) =>
    // Some have a second card, which they try as well.
    person(world, `customer-${index}`, index % 2 ? { cards: [world.identities.card(), world.identities.card()] } : {}),
  );
  const history = customers.flatMap((customer, index) =>
    quietLife(world, customer, { from: outage - (20 + index) * DAY, to: outage - HOUR, days: 6 }),
  );
  const storm = customers.flatMap((customer, index) => {
    const retries = 10 + Math.round((30 * index) / (customers.length - 1));
    return Array.from({ length: retries }, (_, retry) => {
      const card = customer.cards[retry % customer.cards.length];
      const paymentDetails = { fingerprint: card?.fingerprint, amountMinor: customer.usualAmount, currency: 'USD' };
      const at = outage + (retry / retries) * 12 * MINUTE;
      return createEvent(customer, at, 'payment_failed', { setting: homeOf(customer), paymentDetails });
    });
  });
  const tenant = await registerTenant(service);
  await tell(service, tenant, inTimeOrder([...history, ...storm]));
  const next = customers.flatMap((customer) => purchase(world, customer, outage + 15 * MINUTE).slice(-1));
  for (const payment of await tell(service, tenant, inTimeOrder(next))) {
    t.true(payment.riskScore < REVIEW_FROM, explain(payment));
    t.is(payment.action, 'allow', explain(payment));
  }
});

test('families who share an address, a tablet and sometimes a card over weeks are no rings', async (t) => {
  const world = createStory();
  const members = new Set(['family-001', 'family-002', 'family-003', 'family-004', 'family-005']);
  const steps = families(world)
    .steps.filter((step) => step.kind === 'event')
    .filter(({ userId }) => members.has(userId.slice(0, 'family-000'.length)));
  const told = await tell(service, await registerTenant(service), inTimeOrder(steps));
  t.true(told.length > 80);
  for (const verdict of told) t.is(verdict.action, 'allow', explain(verdict));
});

test("a carrier's address, which thousands share and some abuse, says nothing about a new customer", async (t) => {
  const world = createStory();
  const tenant = await registerTenant(service);
  const ip = world.identities.ip();
  const onCarrier = (userId: string) => {
    const someone = person(world, userId);
    return { ...someone, settings: [{ ...homeOf(someone), ip }] };
  };
  await joinCrowd(service, tenant, { ip, users: 3_000, from: world.start, to: world.now - HOUR });
  const thieves = Array.from({ length: 12 }, (_, index) => onCarrier(`thief-${index}`));
  const thefts = thieves.flatMap((thief, index) => {
    const at = world.now - (2 + index) * DAY;
    const [order, payment] = purchase(world, thief, at);
    return order && payment ? [order, payment, outcome(payment, at + DAY, 'confirmed_fraud')] : [];
  });
  await tell(service, tenant, inTimeOrder(thefts));
  const newcomer = onCarrier('newcomer');
  const joins = world.now - 30 * MINUTE;
  const told = await tell(service, tenant, [
    signUp(newcomer, joins, homeOf(newcomer)),
    ...purchase(world, newcomer, joins + 10 * MINUTE),
  ]);
  for (const verdict of told) t.is(verdict.action, 'allow', explain(verdict));
});
