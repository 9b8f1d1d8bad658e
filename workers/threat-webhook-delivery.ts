import {
  ATTEMPTS_AT_ONCE,
  cancelThreatDeliveries,
  claimThreatDeliveries,
  findNextThreatDelivery,
  recordThreatAttempt,
  type DeliveryOutcome,
} from '../db/queries/threat-deliveries.ts';
import type { SubscriptionKey } from '../db/queries/threat-events.ts';
import type { JobContext, JobHandler } from '../platform/jobs/handler.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import { createSafePost, type SafePost } from '../platform/safe-fetch.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { drain } from './threat-webhooks/drain.ts';
import { makeAttempt, type Attempted, type AttemptResult } from './threat-webhooks/make-attempt.ts';
import { planNextAttempt } from './threat-webhooks/next-attempt.ts';

type DeliveryDependencies = Pick<WorkerDependencies, 'config' | 'clock' | 'db' | 'secrets' | 'producer'>;
type Dependencies = DeliveryDependencies & { post: SafePost };

/** What one job takes on; the rest is for the next one, so that other subscriptions get their turn. */
const DELIVERIES_PER_JOB = 100;
const CLAIMING_MS = 10_000;
/** What a worker may take beyond the time-out of its attempt before it counts as lost. */
const LEASE_MARGIN_MS = 20_000;
const CANCELLED_PER_STATEMENT = 1_000;
const GONE = 410;

/**
 * Makes the deliveries of one subscription that are due (spec section 6.3, contract section 5), then asks for the job
 * that makes the next. At least once: a killed worker's attempt is made again when its lease ends, what is recorded as
 * delivered never is.
 */
export function createThreatWebhookDelivery(
  dependencies: DeliveryDependencies,
): JobHandler<Jobs, 'threat-webhook-delivery'> {
  const production = dependencies.config.NODE_ENV === 'production';
  const all = { ...dependencies, post: createSafePost({ production }) };
  return {
    name: 'threat-webhook-delivery',
    handle: async ({ companyId, subscriptionId }, context) => {
      const subscription = { companyId, subscriptionId };
      const active = await deliverDue(all, subscription, context);
      if (!active) await cancelRest(all, subscription, context);
      context.signal.throwIfAborted();
      await signalNext(all, subscription);
    },
  };
}

/** @returns false when the subscription is not active, any more or at all */
async function deliverDue(
  dependencies: Dependencies,
  { companyId, subscriptionId }: SubscriptionKey,
  context: JobContext,
): Promise<boolean> {
  const { config, clock, db } = dependencies;
  const claimUntil = clock.now() + CLAIMING_MS;
  let [active, left] = [true, DELIVERIES_PER_JOB];
  await drain<Attempted>({
    atOnce: ATTEMPTS_AT_ONCE,
    take: async (count) => {
      const now = clock.now();
      if (context.signal.aborted || now > claimUntil || left <= 0) return [];
      const leaseUntil = new Date(now + config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS);
      const request = { subscriptionId, limit: Math.min(count, left), now: new Date(now), leaseUntil };
      const claim = await claimThreatDeliveries(db.knex, companyId, request);
      if (!claim) active = false;
      left -= claim?.deliveries.length ?? 0;
      return claim?.deliveries.map((delivery) => ({ subscriptionId, target: claim.target, delivery })) ?? [];
    },
    work: (attempted) => deliver(dependencies, companyId, attempted, context),
  });
  return active;
}

async function deliver(
  dependencies: Dependencies,
  companyId: string,
  attempted: Attempted,
  { signal, logger }: JobContext,
): Promise<void> {
  const { config, clock, db } = dependencies;
  const { subscriptionId, delivery } = attempted;
  const result = await makeAttempt(dependencies, attempted, signal);
  const nowMs = clock.now();
  const attempts = delivery.attempts + 1;
  const outcome = decideOutcome(result, { attempts, nowMs, retryDelaysMs: config.webhookRetryDelaysMs });
  const { entry } = result;
  const now = new Date(nowMs);
  await recordThreatAttempt(db.knex, companyId, { subscriptionId, delivery, entry, outcome, now });
  const { statusCode, error } = entry;
  const names = { companyId, subscriptionId, deliveryId: delivery.id, attempts, statusCode, error };
  if (outcome.status !== 'delivered') logger.info(names, 'webhook not delivered');
  if (outcome.status === 'failed') logger.warn(names, 'webhook given up');
}

function decideOutcome(
  { entry, retryAfter }: AttemptResult,
  made: { attempts: number; nowMs: number; retryDelaysMs: readonly number[] },
): DeliveryOutcome {
  if (entry.error === null) return { status: 'delivered' };
  if (entry.statusCode === GONE) return { status: 'failed', gone: true };
  const next = planNextAttempt({ ...made, retryAfter, random: Math.random() });
  return next === undefined ? { status: 'failed', gone: false } : { status: 'pending', nextAttemptAt: new Date(next) };
}

async function cancelRest(
  { clock, db }: Dependencies,
  { companyId, subscriptionId }: SubscriptionKey,
  { signal, logger }: JobContext,
): Promise<void> {
  const request = { subscriptionId, limit: CANCELLED_PER_STATEMENT, now: new Date(clock.now()) };
  let cancelled = 0;
  let batch = CANCELLED_PER_STATEMENT;
  while (batch === CANCELLED_PER_STATEMENT && !signal.aborted) {
    batch = await cancelThreatDeliveries(db.knex, companyId, request);
    cancelled += batch;
  }
  if (cancelled > 0) logger.warn({ companyId, subscriptionId, cancelled }, 'threat subscription ended');
}

/** One signal at the end serves all that is left: retries, what is over the bounds of a job, leases of lost workers. */
async function signalNext(
  { clock, db, producer }: Dependencies,
  { companyId, subscriptionId }: SubscriptionKey,
): Promise<void> {
  const now = clock.now();
  const next = await findNextThreatDelivery(db.knex, companyId, { subscriptionId, now: new Date(now) });
  if (!next) return;
  const dueAt = next.getTime();
  const payload = { companyId, subscriptionId, ...(dueAt > now && { dueAt }) };
  await producer.signal('threat-webhook-delivery', payload, { delayMs: Math.max(0, dueAt - now) });
}
