import type { Static } from 'typebox';
import type { IngestAccess } from '../../db/queries/access.ts';
import { findEventByKey, type AnsweredAssessment } from '../../db/queries/assessments.ts';
import type { Recorded } from '../../db/queries/record-assessment.ts';
import { isLockTimeout } from '../../db/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import { ApiError } from '../http/errors.ts';
import { presentAssessment } from '../risk-engine/present.ts';
import { runAssessment, signalGraphChange, timeRecording } from '../risk-engine/run-assessment.ts';
import { describeEvent } from './describe-event.ts';
import { applyLabels, listLabels } from './label-event.ts';
import type { IngestEvent, IngestResponse } from './schemas.ts';

type Answer = Static<typeof IngestResponse>;

/**
 * Assesses a verified event and stores both at once. The idempotency key decides inside the one statement that stores
 * them: of any number of deliveries, one is stored and the others answer with it (spec section 6.2).
 *
 * @throws ApiError ASSESSMENT_PENDING while another delivery of the key is not decided
 */
export async function acceptEvent(
  dependencies: Dependencies,
  event: IngestEvent,
  { tenant, startedAt }: { tenant: IngestAccess; startedAt: number },
): Promise<Answer> {
  const companyId = event.companyId.toLowerCase();
  const input = describeEvent(event);
  const { assessment, activity } = await runAssessment(dependencies, input, {
    companyId,
    tenant,
    source: 'ingest',
    startedAt,
  });
  const { eventType } = event;
  const labels = await listLabels(dependencies, companyId, { ...input, eventType, assessmentId: assessment.id });
  const eventId = uuidv7(dependencies.clock.now());
  const recorded = await timeRecording(dependencies, () =>
    insertOnce(() =>
      dependencies.hotPath.recordEvent(companyId, {
        event: {
          id: eventId,
          idempotencyKey: event.idempotencyKey,
          externalEventId: event.externalEventId,
          eventSource: event.eventSource,
          eventType,
          payload: event,
          labels,
        },
        assessment,
        activity,
      }),
    ),
  );
  if (!recorded.stored) return requireDuplicate(dependencies, companyId, event.idempotencyKey);
  dependencies.usageGuard.addAccepted(companyId);
  signalGraphChange(dependencies, companyId, recorded, assessment);
  await applyLabels(dependencies, companyId, labels);
  return present(eventId, assessment, false);
}

async function insertOnce(insert: () => Promise<Recorded>): Promise<Recorded> {
  try {
    return await insert();
  } catch (error) {
    if (isLockTimeout(error)) throw pending(error);
    throw error;
  }
}

/** The answer to a delivery whose key was accepted before, or undefined when it was not. */
export async function findDuplicate(
  { db }: Pick<Dependencies, 'db'>,
  companyId: string,
  idempotencyKey: string,
): Promise<Answer | undefined> {
  const original = await findEventByKey(db.pool, companyId, idempotencyKey);
  return original && present(original.eventId, original.assessment, true);
}

async function requireDuplicate(
  dependencies: Dependencies,
  companyId: string,
  idempotencyKey: string,
): Promise<Answer> {
  const duplicate = await findDuplicate(dependencies, companyId, idempotencyKey);
  if (!duplicate) throw pending();
  return duplicate;
}

function pending(cause?: unknown): ApiError {
  return new ApiError('ASSESSMENT_PENDING', { retryAfterSeconds: 1, cause });
}

function present(eventId: string, assessment: AnsweredAssessment, duplicate: boolean): Answer {
  return { id: eventId, status: 'accepted', duplicate, assessment: presentAssessment(assessment) };
}
