import test from 'ava';
import { createEvent, logIn, signUp } from '../../scripts/demo/events.ts';
import { DAY, HOUR, MINUTE } from '../../scripts/demo/time.ts';
import { registerTenant, startService, type Service } from '../support/service.ts';
import { createStory, explain, homeOf, inTimeOrder, known, person, purchase, quietLife, tell } from './support.ts';

let service: Service;
test.before(async () => {
  service = await startService();
});
test.after.always(() => service?.close());

test('new accounts on one device that buy minutes after signing up are reviewed before any label exists', async (t) => {
  const world = createStory();
  const start = world.now - DAY;
  const device = world.identities.device('phone');
  const members = Array.from({ length: 8 }, (_, index) => person(world, `ring-${index}`)).map((member) => ({
    ...member,
    settings: [{ ...homeOf(member), device }],
  }));
  const told = await tell(
    service,
    await registerTenant(service),
    members.flatMap((member, index) => {
      const joins = start + index * 10 * MINUTE;
      return [signUp(member, joins, homeOf(member)), ...purchase(world, member, joins + 4 * MINUTE)];
    }),
  );
  // The first few could be a household.
  const late = told.filter(({ step }) => step.eventType === 'payment_succeeded').slice(4);
  for (const payment of late) t.not(payment.action, 'allow', explain(payment));
});

test('a payment far above the usual from a new device in another country is an account takeover', async (t) => {
  const world = createStory();
  const victim = person(world, 'victim');
  const history = quietLife(world, victim, { from: world.start, to: world.now - 2 * DAY, days: 7 });
  const intruder = { device: world.identities.device('laptop'), ip: world.identities.ip(), country: 'BR' };
  const theft = [
    logIn(victim, world.now - HOUR, intruder),
    ...purchase(world, victim, world.now - 50 * MINUTE, { setting: intruder, amountMinor: 6 * victim.usualAmount }),
  ];
  const told = await tell(service, await registerTenant(service), [...history, ...theft]);
  const [payment, ...before] = told.filter(({ step }) => step.eventType === 'payment_succeeded').reverse();
  t.true(before.length >= 10 && before.every(({ action }) => action === 'allow'));
  t.not(payment?.action, 'allow', explain(known(payment)));
});

test('thirty cards that fail on one device within minutes are blocked for that alone', async (t) => {
  const world = createStory();
  const tester = person(world, 'card-tester');
  const setting = homeOf(tester);
  const from = world.now - HOUR;
  const attempts = Array.from({ length: 30 }, (_, index) => {
    const { fingerprint, bin, last4 } = world.identities.card();
    const paymentDetails = { fingerprint, cardBin: bin, cardLast4: last4, amountMinor: 150, currency: 'USD' };
    return createEvent(tester, from + index * 12_000, 'payment_failed', { setting, paymentDetails });
  });
  const told = await tell(service, await registerTenant(service), inTimeOrder(attempts));
  const last = known(told.at(-1));
  t.true(last.reasonCodes.length > 0 && last.reasonCodes.every((code) => code.startsWith('VELOCITY_')), explain(last));
  t.is(last.action, 'block', explain(last));
});
