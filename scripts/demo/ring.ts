import { buy, followUp, signUp } from './events.ts';
import type { Card, Setting } from './identities.ts';
import type { EventStep, Scenario, Step } from './steps.ts';
import { DAY, HOUR, MINUTE } from './time.ts';
import { createPerson, numbered, type Person, type World } from './world.ts';

export interface Ring {
  steps: Step[];
  /** A device and a card of the ring, for one more account. */
  setting: Setting;
  card: Card;
}

/** Of the first six accounts these are found out, two days later and more, by the bank or by the merchant's analysts. */
const FOUND_OUT = [
  { member: 0, by: 'chargeback', afterDays: 2.2 },
  { member: 1, by: 'confirmed_fraud', afterDays: 2.6 },
  { member: 3, by: 'chargeback', afterDays: 3.1 },
  { member: 4, by: 'confirmed_fraud', afterDays: 3.4 },
] as const;

/**
 * Twelve accounts over a few devices and cards that sign up within minutes and buy at once. Six come first; four of
 * them are found out; then six more come, from the devices and cards of the first, one of them only over another.
 */
export function fraudRing(world: World, carrierIp: string): Ring {
  const { identities, start } = world;
  const devices = Array.from({ length: 4 }, () => identities.device('phone'));
  const cards = Array.from({ length: 7 }, () => identities.card());
  // One of the ring's lines is a carrier's address, which honest customers use as well.
  const ips = [identities.ip(), identities.ip(), carrierIp];
  const enlist = (number: number, scenario: Scenario, traits: { device: number; card: number; ip: number }) =>
    createPerson(world, {
      userId: numbered('ring', number),
      scenario,
      settings: [{ device: at(devices, traits.device), ip: at(ips, traits.ip), country: 'US' }],
      cards: [at(cards, traits.card)],
    });
  const first = [
    enlist(1, 'ring before labels', { device: 0, card: 0, ip: 0 }),
    enlist(2, 'ring before labels', { device: 1, card: 1, ip: 0 }),
    enlist(3, 'ring before labels', { device: 2, card: 2, ip: 1 }),
    enlist(4, 'ring before labels', { device: 0, card: 1, ip: 2 }),
    enlist(5, 'ring before labels', { device: 1, card: 0, ip: 1 }),
    enlist(6, 'ring before labels', { device: 2, card: 2, ip: 2 }),
  ];
  const second = [
    enlist(7, 'ring after labels', { device: 0, card: 0, ip: 0 }),
    enlist(8, 'ring after labels', { device: 1, card: 3, ip: 1 }),
    enlist(9, 'ring after labels', { device: 0, card: 4, ip: 2 }),
    enlist(10, 'ring after labels', { device: 2, card: 5, ip: 1 }),
    enlist(11, 'ring after labels', { device: 3, card: 1, ip: 2 }),
    enlist(12, 'ring after labels', { device: 3, card: 6, ip: 2 }),
  ];
  const firstWave = start + 19 * DAY + 14 * HOUR;
  const firstSpree = spree(world, first, firstWave);
  const labels = FOUND_OUT.flatMap((found) => {
    const member = at(first, found.member);
    const payment = firstSpree.findLast((step) => step.userId === member.userId);
    return payment ? [labelOf(member, payment, firstWave + found.afterDays * DAY, found.by)] : [];
  });
  const secondSpree = spree(world, second, start + 27 * DAY + 15 * HOUR);
  const setting = at(at(first, 1).settings, 0);
  return { steps: [...firstSpree, ...labels, ...secondSpree], setting, card: at(cards, 1) };
}

/** All sign up within a quarter of an hour; each buys once or twice at once, far above what customers spend. */
function spree(world: World, members: readonly Person[], from: number): EventStep[] {
  const { random } = world;
  return members.flatMap((member) => {
    const setting = at(member.settings, 0);
    const joins = from + random.integer(0, 15) * MINUTE;
    const steps = [signUp(member, joins, setting)];
    let moment = joins;
    for (let purchase = random.integer(1, 2); purchase > 0; purchase -= 1) {
      moment += random.integer(3, 9) * MINUTE;
      const amountMinor = Math.round(random.logNormal(32_000, 0.3));
      steps.push(...buy(world, member, moment, { setting, card: at(member.cards, 0), amountMinor }));
    }
    return steps;
  });
}

function labelOf(member: Person, payment: EventStep, when: number, by: 'chargeback' | 'confirmed_fraud'): Step {
  if (by === 'chargeback') return followUp(member, payment, when, 'chargeback_received', at(member.settings, 0));
  return { kind: 'feedback', at: Math.round(when), scenario: payment.scenario, about: payment, outcome: by };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
}
