import { recalibrate } from '../db/queries/recalibration.ts';
import { tenantKeyOf } from '../platform/hashing.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Makes what all assessments share follow the outcome of one, then wakes those who work on what changed. */
export function createFeedbackRecalibration({
  db,
  clock,
  hasher,
  producer,
}: Pick<WorkerDependencies, 'db' | 'clock' | 'hasher' | 'producer'>): JobHandler<Jobs, 'feedback-recalibration'> {
  return {
    name: 'feedback-recalibration',
    handle: async ({ companyId, assessmentId }) => {
      const tenantKey = tenantKeyOf(hasher, companyId);
      const now = new Date(clock.now());
      const { relabelledUser, newThreats } = await recalibrate(db.knex, companyId, { assessmentId, tenantKey, now });
      if (relabelledUser) await producer.signal('graph-features', { companyId, userKey: relabelledUser });
      await producer.signal('model-training', { companyId });
      if (newThreats > 0) await producer.signal('threat-webhook-dispatch', {});
    },
  };
}
