import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import type { Action, ReasonCode } from '../../engine/vocabulary.ts';
import type { Progress } from './progress.ts';
import { runInOrder } from './run-in-order.ts';
import { isLabel, type EventStep, type Step } from './steps.ts';
import { ingestEvent, sendFeedback, type Tenant } from './tenant.ts';

/** What the service made of an event. */
export interface AssessedEvent {
  step: EventStep;
  assessmentId: string;
  riskScore: number;
  action: Action;
  reasonCodes: readonly ReasonCode[];
}

const CONCURRENCY = 8;

/**
 * Plays the steps through the public API, in time order. Events that share a user, a device, a card or an address wait
 * for each other, and outcomes are known to everything after them, as if the weeks passed at their own speed.
 */
export async function playSteps(
  tenant: Tenant,
  { steps, run, progress }: { steps: readonly Step[]; run: string; progress: Progress },
): Promise<AssessedEvent[]> {
  const assessed = new Map<EventStep, AssessedEvent>();
  const numbers = new Map(steps.map((step, index) => [step, index + 1]));
  await runInOrder(steps, {
    concurrency: CONCURRENCY,
    isBarrier: isLabel,
    keysOf: traitsOf,
    run: async (step) => {
      if (step.kind === 'event') {
        const number = numbers.get(step) ?? 0;
        const { assessment } = await ingestEvent(tenant, toIngestEvent(step, `demo-${run}-${number}`));
        assessed.set(step, toAssessed(step, assessment));
      } else {
        const assessmentId = assessed.get(step.about)?.assessmentId;
        if (assessmentId) await sendFeedback(tenant, assessmentId, step.outcome);
      }
      progress.advance(step.at);
    },
  });
  return [...assessed.values()];
}

function traitsOf(step: Step): string[] {
  if (step.kind === 'feedback') return [];
  const { email, deviceId, ipAddress } = step.metadata;
  const traits = [step.userId, email, deviceId, ipAddress, step.paymentDetails?.fingerprint];
  return traits.filter((trait) => typeof trait === 'string');
}

function toIngestEvent({ at, userId, eventType, metadata, paymentDetails, ipGeo }: EventStep, id: string) {
  return {
    eventSource: 'demo-shop',
    externalEventId: id,
    idempotencyKey: id,
    userId,
    eventType,
    timestamp: new Date(at).toISOString(),
    metadata,
    paymentDetails,
    ipGeo,
  };
}

function toAssessed(step: EventStep, assessment: AssessmentResponse): AssessedEvent {
  const { assessmentId, riskScore, action, reasonCodes } = assessment;
  return { step, assessmentId, riskScore, action, reasonCodes };
}
