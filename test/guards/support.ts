import { randomBytes } from 'node:crypto';
import type { Action } from '../../engine/vocabulary.ts';
import { buy, signUp, type Purchase } from '../../scripts/demo/events.ts';
import type { Setting } from '../../scripts/demo/identities.ts';
import type { EventStep, FeedbackStep, Step } from '../../scripts/demo/steps.ts';
import { DAY, HOUR, MINUTE } from '../../scripts/demo/time.ts';
import { createPerson, createWorld, type Person, type World } from '../../scripts/demo/world.ts';
import { ingest, sendFeedback, type Answer, type Service, type Tenant } from '../support/service.ts';

/*
 * Guards look at the service from outside: stories told in events and outcomes go in, scores, actions and reasons come
 * out. They hold whatever the formulae are. Stories are made of what the demo is made of.
 */

/** What the service made of an event. */
export interface Verdict {
  riskScore: number;
  action: Action;
  reasonCodes: string[];
}

export interface Told extends Verdict {
  step: EventStep;
  assessmentId: string;
}

/** From when on the default policy has somebody look, in points of the score. */
export const REVIEW_FROM = 50;

const WEEKS = 12;
/** One for all stories of a file: visits have hours of the day. */
const NOW = Date.now() - MINUTE;

/** A world of the last weeks. The same seed gives the same story with traits of its own: tenants share no indicators. */
export function createStory(seed = 1): World {
  return createWorld({ seed, run: randomBytes(4).toString('hex'), start: NOW - WEEKS * 7 * DAY, now: NOW });
}

/** An account with one card, phone and address of its own; every trait can be replaced. */
export function person(world: World, userId: string, traits: Partial<Person> = {}): Person {
  return createPerson(world, { userId, scenario: 'ordinary', usualAmount: 5_000, ...traits });
}

/** Where somebody usually is, and the card they usually pay with. */
export const homeOf = ({ settings: [home] }: Person): Setting => known(home);
const cardOf = ({ cards: [card] }: Person) => known(card);

/** An order of a person and its payment, from home and for the usual amount unless told otherwise. */
export function purchase(world: World, buyer: Person, at: number, changes: Partial<Purchase> = {}): EventStep[] {
  const usual = { setting: homeOf(buyer), card: cardOf(buyer), amountMinor: buyer.usualAmount };
  return buy(world, buyer, at, { ...usual, ...changes });
}

/** The quiet life of an honest customer: signs up and buys something every few days, amounts within a third of the usual. */
export function quietLife(world: World, buyer: Person, { from, to, days }: { from: number; to: number; days: number }) {
  const { random } = world;
  const steps = [signUp(buyer, from, homeOf(buyer))];
  for (let at = from + HOUR; at < to; at += (days + random.next() - 0.5) * DAY) {
    const amountMinor = Math.round(buyer.usualAmount * (0.7 + 0.6 * random.next()));
    steps.push(...purchase(world, buyer, at, { amountMinor }));
  }
  return steps.filter(({ at }) => at < to);
}

export function outcome(about: EventStep, at: number, result: FeedbackStep['outcome']): FeedbackStep {
  return { kind: 'feedback', at, scenario: about.scenario, about, outcome: result };
}

/** The latest payment of a person in a story. */
export function lastPayment(steps: readonly EventStep[], { userId }: Person): EventStep {
  return known(steps.findLast((step) => step.userId === userId && step.eventType === 'payment_succeeded'));
}

/** The same event happening once more, at another time. */
export const again = (step: EventStep, at = step.at): EventStep => ({ ...step, at });

export const inTimeOrder = <Kind extends Step>(steps: readonly Kind[]): Kind[] =>
  [...steps].sort((one, other) => one.at - other.at);

/**
 * Tells a tenant's story through the API, one step after the other as they are given.
 *
 * @param told what was told before: outcomes may be about it
 * @param afterOutcome waits for what follows from an outcome
 * @returns the verdicts on the events, in their order
 */
export async function tell(
  service: Service,
  tenant: Tenant,
  steps: readonly Step[],
  { told = [], afterOutcome }: { told?: readonly Told[]; afterOutcome?: () => Promise<void> } = {},
): Promise<Told[]> {
  const verdicts: Told[] = [];
  for (const step of steps) {
    if (step.kind === 'event') {
      verdicts.push(await tellEvent(service, tenant, step));
    } else {
      const { assessmentId } = known([...told, ...verdicts].find((earlier) => earlier.step === step.about));
      expectSuccess(await sendFeedback(service, tenant, assessmentId, step.outcome));
      await afterOutcome?.();
    }
  }
  return verdicts;
}

async function tellEvent(service: Service, tenant: Tenant, step: EventStep): Promise<Told> {
  const { userId, eventType, metadata, paymentDetails, ipGeo, at } = step;
  const timestamp = new Date(at).toISOString();
  const fields = { userId, eventType, metadata, paymentDetails, ipGeo, timestamp };
  const answer = expectSuccess(await ingest(service, tenant, fields));
  return { step, ...(answer.body['assessment'] as Verdict & { assessmentId: string }) };
}

function expectSuccess(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** What two tellings of one story must have in common. */
export const verdictsOf = (told: readonly Told[]) =>
  told.map(({ step, riskScore, action, reasonCodes }) => [step.eventType, riskScore, action, reasonCodes]);

/** For messages: who got what, and why. */
export const explain = ({ step: { userId, eventType }, riskScore, action, reasonCodes }: Told) =>
  `${userId} ${eventType}: ${riskScore} ${action} ${reasonCodes.join(' ')}`;

export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the story lacks a part');
  return value;
}
