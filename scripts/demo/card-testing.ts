import { buy, signUp } from './events.ts';
import type { EventStep, Step } from './steps.ts';
import { DAY, HOUR, MINUTE } from './time.ts';
import { createPerson, numbered, type World } from './world.ts';

const ATTEMPTS = 36;
const SECONDS_APART = 14;
/** Every so often one of the stolen cards still works. */
const WORKS_EVERY = 17;

/** One device tries a list of stolen cards with small payments, over two accounts, within minutes. */
export function cardTesting(world: World): Step[] {
  const { identities, random, start } = world;
  const setting = { device: identities.device('bot'), ip: identities.ip(), country: 'NL' };
  const from = start + 22 * DAY + 2 * HOUR;
  const testers = [1, 2].map((number) =>
    createPerson(world, { userId: numbered('card-tester', number), scenario: 'card testing', settings: [setting] }),
  );
  const steps: EventStep[] = testers.map((tester, index) => signUp(tester, from - (5 - index) * MINUTE, setting));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const tester = random.pick(testers);
    const works = attempt % WORKS_EVERY === 0;
    // Only the payments: bots call the payment page, they fill no basket.
    const [, payment] = buy(world, tester, from + attempt * SECONDS_APART * 1_000, {
      setting,
      card: identities.card(),
      amountMinor: random.integer(100, 300),
      declines: works ? 0 : 1,
      givesUp: !works,
    });
    if (payment) steps.push({ ...payment, at: from + attempt * SECONDS_APART * 1_000 });
  }
  return [...steps, ...confirm(steps)];
}

/** The owners of the cards that worked complain the day after. */
function confirm(steps: readonly EventStep[]): Step[] {
  return steps
    .filter(({ eventType }) => eventType === 'payment_succeeded')
    .map((about) => ({
      kind: 'feedback',
      at: about.at + 1.5 * DAY,
      scenario: about.scenario,
      about,
      outcome: 'confirmed_fraud',
    }));
}
