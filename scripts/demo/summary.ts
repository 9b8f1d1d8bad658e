import type { ReasonCode } from '../../engine/vocabulary.ts';
import type { AssessedEvent } from './play.ts';
import { isHonest, isLabel, isPayment, SCENARIOS, type Scenario } from './steps.ts';

export interface ScenarioSummary {
  scenario: Scenario;
  events: number;
  review: number;
  block: number;
  /** Reviewed or blocked. */
  caught: number;
  averageScore: number;
  highestScore: number;
  /** Most frequent first. */
  reasons: { code: ReasonCode; count: number }[];
}

/** Events by scenario. Outcomes (chargebacks, disputes) are left out: they report fraud, there is nothing to catch. */
export function summariseScenarios(assessed: readonly AssessedEvent[]): ScenarioSummary[] {
  const events = assessed.filter(({ step }) => !isLabel(step));
  return SCENARIOS.map((scenario) => {
    const own = events.filter(({ step }) => step.scenario === scenario);
    const scores = own.map(({ riskScore }) => riskScore);
    return {
      scenario,
      events: own.length,
      review: own.filter(({ action }) => action === 'review').length,
      block: own.filter(({ action }) => action === 'block').length,
      caught: own.filter(isCaught).length,
      averageScore: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
      highestScore: Math.max(0, ...scores),
      reasons: countReasons(own),
    };
  });
}

export function isCaught({ action }: AssessedEvent): boolean {
  return action !== 'allow';
}

function countReasons(events: readonly AssessedEvent[]): ScenarioSummary['reasons'] {
  const counts = new Map<ReasonCode, number>();
  for (const code of events.flatMap(({ reasonCodes }) => reasonCodes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code));
}

export interface PaymentSummary {
  scenario: Scenario;
  payments: number;
  caught: number;
  accounts: number;
  /** Accounts with at least one payment reviewed or blocked. */
  accountsCaught: number;
  /** Money of succeeded payments that were allowed, in minor units. */
  amountAllowed: number;
}

/** Payments of the fraud scenarios: what a merchant stands to lose. */
export function summariseFraudPayments(assessed: readonly AssessedEvent[]): PaymentSummary[] {
  return SCENARIOS.filter((scenario) => !isHonest(scenario)).map((scenario) => {
    const payments = assessed.filter(({ step }) => step.scenario === scenario && isPayment(step));
    const caught = payments.filter(isCaught);
    const allowed = payments.filter((event) => !isCaught(event) && event.step.eventType === 'payment_succeeded');
    return {
      scenario,
      payments: payments.length,
      caught: caught.length,
      accounts: countUsers(payments),
      accountsCaught: countUsers(caught),
      amountAllowed: allowed.reduce((sum, { step }) => sum + (step.paymentDetails?.amountMinor ?? 0), 0),
    };
  });
}

/** Fraudulent payments that were allowed, by scenario and then in the order in which they happened. */
export function listMissedPayments(assessed: readonly AssessedEvent[]): AssessedEvent[][] {
  const missed = assessed
    .filter((event) => isPayment(event.step) && !isCaught(event))
    .sort((one, other) => one.step.at - other.step.at);
  return SCENARIOS.filter((scenario) => !isHonest(scenario)).map((scenario) =>
    missed.filter(({ step }) => step.scenario === scenario),
  );
}

export interface FalseAlarms {
  payments: number;
  reviewed: AssessedEvent[];
  blocked: AssessedEvent[];
}

/** Honest payments that were reviewed or blocked. */
export function listFalseAlarms(assessed: readonly AssessedEvent[]): FalseAlarms {
  const payments = assessed.filter(({ step }) => isHonest(step.scenario) && isPayment(step));
  return {
    payments: payments.length,
    reviewed: payments.filter(({ action }) => action === 'review'),
    blocked: payments.filter(({ action }) => action === 'block'),
  };
}

function countUsers(events: readonly AssessedEvent[]): number {
  return new Set(events.map(({ step }) => step.userId)).size;
}
