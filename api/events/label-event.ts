import { recordEvidence } from '../../db/queries/evidence.ts';
import { listAssessmentsOfTransaction } from '../../db/queries/assessments.ts';
import type { EventRecord } from '../../db/queries/record-assessment.ts';
import type { EventType } from '../../engine/vocabulary.ts';
import { tenantKeyOf } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';

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

/**
 * Turns stored labels into evidence, and signals what follows from it. They are durable with their event already: what
 * fails here is done by the job, so it never fails the request.
 */
export async function applyLabels(
  { db, clock, hasher, logger, signals }: Pick<Dependencies, 'db' | 'clock' | 'hasher' | 'logger' | 'signals'>,
  companyId: string,
  labels: EventRecord['labels'],
): Promise<void> {
  const tenantKey = tenantKeyOf(hasher, companyId);
  for (const { assessmentId } of labels) {
    try {
      await recordEvidence(db.knex, companyId, { assessmentId, tenantKey, now: new Date(clock.now()) });
    } catch (error) {
      logger.warn({ err: error, companyId, assessmentId }, 'label stored but not applied yet');
    }
    signals.send('feedback-recalibration', { companyId, assessmentId });
  }
}
