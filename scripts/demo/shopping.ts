import { buy, createEvent, followUp, logIn, signUp } from './events.ts';
import type { Setting } from './identities.ts';
import type { EventStep, Step } from './steps.ts';
import { DAY, HOUR, MINUTE, daytimeMoments } from './time.ts';
import type { Person, World } from './world.ts';

/** Honest shoppers, as a merchant sees them. */
const HABITS = {
  /** Of the visits, those that end with an order. */
  orders: 0.72,
  /** Of the orders, those with a declined card; most try again with the same card. */
  declined: 0.09,
  givesUp: 0.2,
  /** Once in a while a present or a new phone: some times the usual amount. */
  splurges: 0.02,
  canceled: 0.03,
  refunded: 0.04,
  /** "It never arrived": honest, but it looks like a loss to the merchant. */
  disputed: 0.004,
  /** Of the payments, those that the merchant later reports to be fine. */
  approved: 0.08,
} as const;

const AMOUNT_SPREAD = 0.4;

/** The life of an honest account: signs up, mostly buys at once, then comes back now and then until the demo ends. */
export function shop(world: World, person: Person, { joins, visits }: { joins: number; visits: number }): Step[] {
  const { random, now } = world;
  const steps: Step[] = [signUp(person, joins, home(person))];
  if (random.chance(0.6)) steps.push(...visit(world, person, joins + random.integer(2, 15) * MINUTE));
  // An hour is left after the last visit, so that no order is paid in the future.
  const period = { from: Math.min(joins + HOUR, now - 2 * HOUR), to: now - HOUR };
  for (const at of daytimeMoments(random, period, visits)) steps.push(...visit(world, person, at));
  return steps;
}

function visit(world: World, person: Person, at: number): Step[] {
  const { random } = world;
  const setting = random.pick(person.settings);
  const login = logIn(person, at, setting);
  if (!random.chance(HABITS.orders)) return [login];
  const order = placeOrder(world, person, at + random.integer(2, 12) * MINUTE, setting);
  const payment = order.at(-1);
  if (payment?.eventType !== 'payment_succeeded') return [login, ...order];
  return [login, ...order, ...aftermath(world, person, payment, setting)];
}

function placeOrder(world: World, person: Person, at: number, setting: Setting): EventStep[] {
  const { random } = world;
  const declined = random.chance(HABITS.declined);
  const splurge = random.chance(HABITS.splurges) ? random.integer(3, 5) : 1;
  return buy(world, person, at, {
    setting,
    card: random.pick(person.cards),
    amountMinor: Math.max(100, Math.round(random.logNormal(person.usualAmount * splurge, AMOUNT_SPREAD))),
    declines: declined ? random.pick([1, 1, 2, 3]) : 0,
    givesUp: declined && random.chance(HABITS.givesUp),
  });
}

/** What comes of a payment, hours or days later; nothing that would lie in the future. */
function aftermath(world: World, person: Person, payment: EventStep, setting: Setting): Step[] {
  const { random, now } = world;
  const later = (least: number, most: number) => payment.at + least + random.next() * (most - least);
  const steps: Step[] = [];
  if (random.chance(HABITS.canceled)) {
    const metadata = { orderId: payment.metadata['orderId'], cancelReason: 'changed_mind' };
    steps.push(createEvent(person, later(HOUR, 6 * HOUR), 'order_canceled', { setting, metadata }));
  } else if (random.chance(HABITS.refunded)) {
    const requested = later(2 * DAY, 6 * DAY);
    steps.push(followUp(person, payment, requested, 'refund_requested', setting));
    steps.push(followUp(person, payment, requested + DAY, 'refund_completed', setting));
  } else if (random.chance(HABITS.disputed)) {
    steps.push(followUp(person, payment, later(4 * DAY, 9 * DAY), 'dispute_opened', setting));
  } else if (random.chance(HABITS.approved)) {
    const at = Math.round(later(2 * DAY, 6 * DAY));
    steps.push({ kind: 'feedback', at, scenario: payment.scenario, about: payment, outcome: 'approved' });
  }
  return steps.filter((step) => step.at < now - MINUTE);
}

function home({ settings, userId }: Person): Setting {
  const [setting] = settings;
  if (!setting) throw new Error(`${userId} lives nowhere`);
  return setting;
}
