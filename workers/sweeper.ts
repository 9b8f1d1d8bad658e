import type { Connection } from '../db/connect.ts';
import { listUnappliedBillingEvents } from '../db/queries/billing-events.ts';
import { listEmailsToSend } from '../db/queries/emails.ts';
import { listUnappliedFeedback } from '../db/queries/feedback.ts';
import { listLeftGraphChanges } from '../db/queries/graph-features.ts';
import { deleteExpiredNonces } from '../db/queries/ingest-nonces.ts';
import { deleteOldLoginFailures } from '../db/queries/login-failures.ts';
import { deleteEndedRateLimitWindows } from '../db/queries/rate-limit-windows.ts';
import { deleteExpiredSessions } from '../db/queries/sessions.ts';
import { expireOverdueSubscriptions } from '../db/queries/subscription-moves.ts';
import { hasUndispatchedThreatEvents } from '../db/queries/threat-events.ts';
import { listSubscriptionsWithDueDeliveries } from '../db/queries/threat-leftovers.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { JobName, Jobs, PayloadOf } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ROWS_PER_BATCH = 5_000;
/** What one run does not get to, the next one does. */
const BATCHES_PER_RUN = 200;

/** Work that waits for longer than this has lost its signal, or its queue is that far behind: then a second does no harm. */
const LEFT_BEHIND_MS = 30_000;
const SIGNALS_PER_RUN = 5_000;
const SIGNALS_AT_ONCE = 20;

type SweeperDependencies = Pick<WorkerDependencies, 'db' | 'clock' | 'producer'>;

/** What is ended or deleted, and how long after it lost its worth: clocks differ, and a fresh trace helps to explain. */
const SWEEPS = [
  { rows: 'nonces', sweepBefore: deleteExpiredNonces, keptMs: MINUTE_MS },
  { rows: 'rate limit windows', sweepBefore: deleteEndedRateLimitWindows, keptMs: MINUTE_MS },
  { rows: 'sessions', sweepBefore: deleteExpiredSessions, keptMs: DAY_MS },
  { rows: 'login failures', sweepBefore: deleteOldLoginFailures, keptMs: DAY_MS },
  { rows: 'overdue subscriptions', sweepBefore: expireOverdueSubscriptions, keptMs: 0 },
] as const;

/** Wakes who left work half done, and ends what has expired, in batches small enough not to be in anybody's way. */
export function createSweeper(dependencies: SweeperDependencies): JobHandler {
  const { db, clock } = dependencies;
  return {
    name: 'sweeper',
    handle: async (_payload, { logger, signal }) => {
      for (const [queue, signalled] of await signalLeftWork(dependencies)) {
        if (signalled > 0) logger.info({ for: queue, signalled }, 'left work signalled again');
      }
      for (const { rows, sweepBefore, keptMs } of SWEEPS) {
        const before = new Date(clock.now() - keptMs);
        const swept = await sweep((limit) => sweepBefore(db.knex, before, limit), signal);
        if (swept > 0) logger.info({ rows, swept }, 'swept');
      }
    },
  };
}

/** Work whose signal was lost: the process died before it sent one, or the queue did with it. */
async function signalLeftWork({ db, clock, producer }: SweeperDependencies): Promise<[JobName<Jobs>, number][]> {
  const before = new Date(clock.now() - LEFT_BEHIND_MS);
  const signalAll = async <Name extends JobName<Jobs>>(
    name: Name,
    list: (connection: Connection, before: Date, limit: number) => Promise<PayloadOf<Jobs, Name>[]>,
  ): Promise<[Name, number]> => {
    const payloads = await list(db.knex, before, SIGNALS_PER_RUN);
    for (let start = 0; start < payloads.length; start += SIGNALS_AT_ONCE) {
      const batch = payloads.slice(start, start + SIGNALS_AT_ONCE);
      await Promise.all(batch.map((payload) => producer.enqueue(name, payload)));
    }
    return [name, payloads.length];
  };
  return [
    await signalAll('feedback-recalibration', listUnappliedFeedback),
    await signalAll('graph-features', listLeftGraphChanges),
    await signalAll('threat-webhook-dispatch', listWaitingThreatEvents),
    await signalAll('threat-webhook-delivery', listSubscriptionsWithDueDeliveries),
    await signalAll('email', listEmailsToSend),
    await signalAll('billing-webhook', listUnappliedBillingEvents),
  ];
}

/** One job dispatches all of them. */
async function listWaitingThreatEvents(connection: Connection, before: Date): Promise<Record<string, never>[]> {
  return (await hasUndispatchedThreatEvents(connection, before)) ? [{}] : [];
}

async function sweep(sweepBatch: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_PER_RUN; batch += 1) {
    signal.throwIfAborted();
    const swept = await sweepBatch(ROWS_PER_BATCH);
    total += swept;
    if (swept < ROWS_PER_BATCH) break;
  }
  return total;
}
