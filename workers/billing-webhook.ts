import {
  describeBillingEvent,
  dismissBillingEvent,
  findPendingBillingEvent,
  postponeBillingEvent,
  type BillingEventKey,
} from '../db/queries/billing-events.ts';
import type { JobContext, JobHandler } from '../platform/jobs/handler.ts';
import type { JOBS } from '../platform/jobs/job-map.ts';
import { applyChange } from './billing/apply-change.ts';
import { readEventType, translateEvent } from './billing/translate.ts';
import type { WorkerDependencies } from './dependencies.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A checkout that is not linked by then never will be: providers repeat a notification for three days at most. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
const NO_SUBSCRIPTION = 'no subscription of ours';

type BillingDependencies = Pick<WorkerDependencies, 'clock' | 'db'>;

/**
 * Applies a stored notification of a billing provider (contract section 5). The subscription is worked out from all
 * notifications stored so far, so that their order, and how often this runs, changes nothing.
 */
export function createBillingWebhook(dependencies: BillingDependencies): JobHandler<typeof JOBS, 'billing-webhook'> {
  const { clock, db } = dependencies;
  return {
    name: 'billing-webhook',
    handle: async ({ provider, eventId }, { logger }) => {
      const key = { provider, eventId };
      const event = await findPendingBillingEvent(db.knex, key);
      if (!event) return;
      const now = new Date(clock.now());
      const type = readEventType(event.payload);
      const translation = translateEvent(provider, event.payload);
      if ('ignored' in translation) {
        const reason = translation.ignored;
        await dismissBillingEvent(db.knex, key, { type, result: 'ignored', reason, now });
        logger.info({ provider, eventId, type, reason }, 'notification ignored');
        return;
      }
      const { change } = translation;
      // Committed before the rows are locked: of two workers at once, the later one sees both notifications.
      await describeBillingEvent(db.knex, key, { type, ...change });
      const applied = await db.knex.transaction((trx) => applyChange(trx, provider, { change, now }));
      if (!applied) return postpone(dependencies, key, { receivedAt: event.receivedAt, logger });
      for (const { id, status, endsAt } of applied.changed) {
        logger.info({ companyId: applied.companyId, subscriptionId: id, status, endsAt }, 'subscription changed');
      }
    },
  };
}

/** A notification may come before the checkout that it belongs to is known. Each wait is as long as all before it. */
async function postpone(
  { clock, db }: BillingDependencies,
  key: BillingEventKey,
  { receivedAt, logger }: Pick<JobContext, 'logger'> & { receivedAt: Date },
): Promise<void> {
  const now = clock.now();
  const age = now - receivedAt.getTime();
  if (age < GIVE_UP_AFTER_MS) {
    const nextAttemptAt = new Date(now + Math.min(Math.max(age, MINUTE_MS), 6 * HOUR_MS));
    await postponeBillingEvent(db.knex, key, { reason: NO_SUBSCRIPTION, nextAttemptAt });
    return;
  }
  await dismissBillingEvent(db.knex, key, { result: 'given_up', reason: NO_SUBSCRIPTION, now: new Date(now) });
  logger.warn(key, 'notification given up');
}
