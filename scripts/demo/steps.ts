import type { EventType, Outcome } from '../../engine/vocabulary.ts';
import type { IngestEvent } from '../../api/events/schemas.ts';

/** What a step belongs to: the truth that the service is not told. In the order of the report. */
export const SCENARIOS = [
  'ordinary',
  'shared networks',
  'families',
  'ring before labels',
  'ring after labels',
  'account takeover',
  'card testing',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const HONEST: ReadonlySet<Scenario> = new Set(['ordinary', 'shared networks', 'families']);

export function isHonest(scenario: Scenario): boolean {
  return HONEST.has(scenario);
}

/** A business event to ingest; what is the same for every event of the run is added when it is sent. */
export interface EventStep extends Pick<IngestEvent, 'userId' | 'eventType' | 'metadata' | 'paymentDetails' | 'ipGeo'> {
  kind: 'event';
  /** Event time in milliseconds since the Unix epoch. */
  at: number;
  scenario: Scenario;
}

/** An outcome that the merchant reports, some days later, on the assessment of an earlier event. */
export interface FeedbackStep {
  kind: 'feedback';
  at: number;
  scenario: Scenario;
  about: EventStep;
  outcome: Outcome;
}

export type Step = EventStep | FeedbackStep;

const LABEL_EVENTS: ReadonlySet<EventType> = new Set(['chargeback_received', 'dispute_opened']);

/** Feedback and the events that are outcomes themselves: everything after them must know them. */
export function isLabel(step: Step): boolean {
  return step.kind === 'feedback' || LABEL_EVENTS.has(step.eventType);
}

export function isPayment({ eventType }: EventStep): boolean {
  return eventType === 'payment_succeeded' || eventType === 'payment_failed';
}
