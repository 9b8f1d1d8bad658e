import type { Connection } from '../../db/connect.ts';
import { recordEvidence } from '../../db/queries/evidence.ts';
import { insertFeedback } from '../../db/queries/feedback.ts';
import type { Outcome } from '../../engine/vocabulary.ts';
import { tenantKeyOf } from '../../platform/hashing.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/define-route.ts';

/**
 * Stores an outcome that a person reports. It is durable from then on; after the commit the caller follows it with
 * `applyOutcome`, and the sweeper does so when that never comes.
 *
 * @param connection the transaction of what the outcome belongs to, if it belongs to anything
 * @returns when it was recorded
 */
export async function recordFeedback(
  connection: Connection,
  { caller, clock }: { caller: Pick<Caller, 'companyId' | 'userId'> } & Pick<Dependencies, 'clock'>,
  { assessmentId, outcome }: { assessmentId: string; outcome: Outcome },
): Promise<Date> {
  const now = clock.now();
  const recordedAt = new Date(now);
  await insertFeedback(connection, caller.companyId, {
    id: uuidv7(now),
    assessmentId,
    outcome,
    submittedBy: caller.userId,
    recordedAt,
  });
  return recordedAt;
}

/**
 * Turns the stored outcomes of an assessment into evidence, which the next assessment looks at, and signals what follows
 * from it. They are durable already: what fails here is done by the job, so it never fails the request.
 */
export async function applyOutcome(
  { db, clock, hasher, logger, signals }: Pick<Dependencies, 'db' | 'clock' | 'hasher' | 'logger' | 'signals'>,
  companyId: string,
  assessmentId: string,
): Promise<void> {
  const tenantKey = tenantKeyOf(hasher, companyId);
  try {
    await recordEvidence(db.knex, companyId, { assessmentId, tenantKey, now: new Date(clock.now()) });
  } catch (error) {
    logger.warn({ err: error, companyId, assessmentId }, 'outcome stored but not applied yet');
  }
  signals.send('feedback-recalibration', { companyId, assessmentId });
}
