import { buy, createEvent, followUp } from './events.ts';
import type { Setting } from './identities.ts';
import { shop } from './shopping.ts';
import type { EventStep, Step } from './steps.ts';
import { DAY, HOUR, MINUTE } from './time.ts';
import { createPerson, numbered, type Person, type World } from './world.ts';

export interface Takeovers {
  steps: Step[];
  /** The last victim and where the intruder sits: logged in already, the first purchase is made as the demo is played. */
  victim: Person;
  intruder: Setting;
}

const SCENARIO = 'account takeover';
/** Day of each takeover; one more begins just before the demo is played. */
const TAKEN_OVER_ON_DAY = [24, 28, 30];
const MINUTES_BEFORE_NOW = 6;

/**
 * Customers of some weeks whose account falls into other hands: two wrong passwords, a login from a device and a
 * country never seen, then purchases with the stored card far above their own. Banks return the money days later.
 */
export function accountTakeovers(world: World): Takeovers {
  const { start, now } = world;
  const moments = [...TAKEN_OVER_ON_DAY.map((day) => start + day * DAY + 3 * HOUR), now - MINUTES_BEFORE_NOW * MINUTE];
  const stories = moments.map((moment, index) => takeOver(world, index + 1, moment));
  const last = stories.at(-1);
  if (!last) throw new Error('nobody is taken over');
  return { steps: stories.flatMap(({ steps }) => steps), victim: last.victim, intruder: last.intruder };
}

function takeOver(world: World, number: number, moment: number): Takeovers {
  const { identities, random, start, now } = world;
  const victim = createPerson(world, { userId: numbered('victim', number), scenario: 'ordinary' });
  const intruder: Setting = { device: identities.device('laptop'), ip: identities.ip(), country: 'BR' };
  const joins = start + random.integer(2, 30) * HOUR;
  const history = shop({ ...world, now: moment }, victim, { joins, visits: 9 });
  const theft = steal(world, victim, intruder, moment).filter((step) => step.at < now - MINUTE);
  const payment = theft.findLast(({ eventType }) => eventType === 'payment_succeeded');
  const returned = moment + random.integer(2, 4) * DAY;
  const setting = victim.settings[0];
  const chargeback =
    payment && setting && returned < now ? [followUp(victim, payment, returned, 'chargeback_received', setting)] : [];
  return { steps: [...history, ...theft, ...chargeback], victim, intruder };
}

function steal(world: World, victim: Person, setting: Setting, moment: number): EventStep[] {
  const { random } = world;
  const tryPassword = (minutes: number, loginOutcome: string) =>
    createEvent(victim, moment + minutes * MINUTE, 'login_event', {
      setting,
      scenario: SCENARIO,
      metadata: { loginOutcome, ...(loginOutcome === 'failure' && { failureReason: 'wrong_password' }) },
    });
  const spend = (minutes: number, times: number) => {
    const [card] = victim.cards;
    const amountMinor = Math.round(random.logNormal(victim.usualAmount * times, 0.15));
    return card
      ? buy(world, victim, moment + minutes * MINUTE, { setting, card, amountMinor, scenario: SCENARIO })
      : [];
  };
  return [
    tryPassword(0, 'failure'),
    tryPassword(1, 'failure'),
    tryPassword(3, 'success'),
    ...spend(8, 7),
    ...spend(13, 10),
  ];
}
