import { listAssessmentsOfTransaction } from '../../db/queries/assessments.ts';
import type { EventRecord } from '../../db/queries/record-assessment.ts';
import type { EventType } from '../../engine/vocabulary.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import { applyOutcome } from '../risk-engine/record-feedback.ts';

/** Events that are outcomes of an earlier transaction as well (contract section 3). */
const LABELS = { chargeback_received: 'chargeback', dispute_opened: 'dispute' } as const;
const MAX_ASSESSMENTS = 5;

interface LabelledEvent {
  eventType: EventType;
  transactionId: string;
  userId: string;
  /** The event's own assessment: labelled when no earlier one of the transaction is known. */
  assessmentId: string;
}

/** The outcomes an event reports: on the assessments of its transaction, or else on its own. None for other events. */
export async function listLabels(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  companyId: string,
  { eventType, transactionId, userId, assessmentId }: LabelledEvent,
): Promise<EventRecord['labels']> {
  if (eventType !== 'chargeback_received' && eventType !== 'dispute_opened') return [];
  const earlier = await listAssessmentsOfTransaction(db.pool, companyId, {
    transactionId,
    userId,
    limit: MAX_ASSESSMENTS,
  });
  const targets = earlier.length > 0 ? earlier : [assessmentId];
  return targets.map((target) => ({
    feedbackId: uuidv7(clock.now()),
    assessmentId: target,
    outcome: LABELS[eventType],
  }));
}

/** Turns stored labels into evidence, and signals what follows from it. */
export async function applyLabels(
  dependencies: Parameters<typeof applyOutcome>[0],
  companyId: string,
  labels: EventRecord['labels'],
): Promise<void> {
  for (const { assessmentId } of labels) await applyOutcome(dependencies, companyId, assessmentId);
}
