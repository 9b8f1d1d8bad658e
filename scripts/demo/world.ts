import { createIdentities, type Card, type Identities, type Setting } from './identities.ts';
import { createRandom, type Random } from './random.ts';
import type { Scenario } from './steps.ts';

/** What all stories of the demo share. */
export interface World {
  random: Random;
  identities: Identities;
  /** First moment of the demo and the moment it is played: nothing happens outside. */
  start: number;
  now: number;
}

export interface WorldOptions {
  seed: number;
  run: string;
  start: number;
  now: number;
}

export function createWorld({ seed, run, start, now }: WorldOptions): World {
  const random = createRandom(seed);
  return { random, identities: createIdentities(random, run), start, now };
}

/** A user account with the traits it acts under. */
export interface Person {
  userId: string;
  scenario: Scenario;
  email: string;
  phone: string;
  cards: readonly Card[];
  /** Where they usually are; listed more than once where they are more often. */
  settings: readonly Setting[];
  /** Median of what they spend, in minor units. */
  usualAmount: number;
}

const COUNTRIES = ['US', 'US', 'US', 'US', 'CA', 'GB', 'DE'];
const MEDIAN_AMOUNT = 4_800;

/** An account with a phone, an address at home and one card of its own; every trait can be replaced. */
export function createPerson(
  { random, identities }: World,
  { userId, scenario, ...traits }: Pick<Person, 'userId' | 'scenario'> & Partial<Person>,
): Person {
  return {
    userId,
    scenario,
    email: identities.email(),
    phone: identities.phone(),
    cards: traits.cards ?? [identities.card()],
    settings: traits.settings ?? [
      { device: identities.device('phone'), ip: identities.ip(), country: random.pick(COUNTRIES) },
    ],
    usualAmount: traits.usualAmount ?? Math.round(random.logNormal(MEDIAN_AMOUNT, 0.6)),
  };
}

/** `family-03-2` and the like. */
export function numbered(name: string, number: number): string {
  return `${name}-${String(number).padStart(3, '0')}`;
}
