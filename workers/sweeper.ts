import type { Connection } from '../db/connect.ts';
import { deleteExpiredAccountTokens } from '../db/queries/account-tokens.ts';
import { listUnappliedBillingEvents } from '../db/queries/billing-events.ts';
import { listEmailsToSend } from '../db/queries/emails.ts';
import { listUnappliedFeedback } from '../db/queries/feedback.ts';
import { listLeftGraphChanges } from '../db/queries/graph-features.ts';
import { deleteExpiredNonces } from '../db/queries/ingest-nonces.ts';
import { deleteOldLoginFailures } from '../db/queries/login-failures.ts';
import { deleteOldPasswordResets, listWaitingPasswordResets } from '../db/queries/password-reset-requests.ts';
import { deleteEndedRateLimitWindows } from '../db/queries/rate-limit-windows.ts';
import { deleteExpiredSessions } from '../db/queries/sessions.ts';
import { expireOverdueSubscriptions } from '../db/queries/subscription-moves.ts';
import { hasUndispatchedThreatEvents } from '../db/queries/threat-events.ts';
import { listSubscriptionsWithDueDeliveries } from '../db/queries/threat-leftovers.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import type { JobName, Jobs, PayloadOf } from '../platform/jobs/job-map.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { inBatches } from './in-batches.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ROWS_PER_BATCH = 5_000;
/** What one run does not get to, the next one does. */
const BATCHES_PER_RUN = 200;

/** Work that waits for longer than this has lost its signal, or its queue is that far behind: then a second does no harm. */
const LEFT_BEHIND_MS = 30_000;
const SIGNALS_PER_RUN = 5_000;

type SweeperDependencies = Pick<WorkerDependencies, 'db' | 'clock' | 'producer'>;

/** What is ended or deleted, and how long after it lost its worth: clocks differ, and a fresh trace helps to explain. */
const SWEEPS = [
  { rows: 'nonces', sweepBefore: deleteExpiredNonces, keptMs: MINUTE_MS },
  { rows: 'rate limit windows', sweepBefore: deleteEndedRateLimitWindows, keptMs: MINUTE_MS },
  // The newest of a person tells the admins of the company when they were last seen.
  { rows: 'sessions', sweepBefore: deleteExpiredSessions, keptMs: 30 * DAY_MS },
  { rows: 'login failures', sweepBefore: deleteOldLoginFailures, keptMs: DAY_MS },
  { rows: 'account tokens', sweepBefore: deleteExpiredAccountTokens, keptMs: DAY_MS },
  { rows: 'password reset requests', sweepBefore: deleteOldPasswordResets, keptMs: DAY_MS },
  { rows: 'overdue subscriptions', sweepBefore: expireOverdueSubscriptions, keptMs: 0 },
] as const;

/**
 * Wakes who left work half done, and ends what has expired, in batches small enough not to be in anybody's way.
 *
 * @throws the first error, once everything had its turn: what fails must not keep the rest from being done
 */
export function createSweeper(dependencies: SweeperDependencies): JobHandler {
  const { db, clock } = dependencies;
  return {
    name: 'sweeper',
    handle: async (_payload, { logger, signal }) => {
      const errors: unknown[] = [];
      const run = async (what: string, task: () => Promise<number>) => {
        signal.throwIfAborted();
        const count = await task().catch((error: unknown) => (errors.push(error), 0));
        if (count > 0) logger.info({ what, count }, 'swept');
      };
      for (const [queue, signalLeft] of listSignals(dependencies)) await run(`${queue} signalled again`, signalLeft);
      for (const { rows, sweepBefore, keptMs } of SWEEPS) {
        const before = new Date(clock.now() - keptMs);
        await run(rows, () => sweep((limit) => sweepBefore(db.knex, before, limit), signal));
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** For each kind of work, what signals that of which the signal was lost: its process died, or the queue was emptied. */
function listSignals({ db, clock, producer }: SweeperDependencies): [string, () => Promise<number>][] {
  const before = new Date(clock.now() - LEFT_BEHIND_MS);
  const left = <Name extends JobName<Jobs>>(
    name: Name,
    list: (connection: Connection, before: Date, limit: number) => Promise<PayloadOf<Jobs, Name>[]>,
  ): [Name, () => Promise<number>] => {
    const signalAll = async () => {
      const payloads = await list(db.knex, before, SIGNALS_PER_RUN);
      await inBatches(payloads, (payload) => producer.enqueue(name, payload));
      return payloads.length;
    };
    return [name, signalAll];
  };
  return [
    left('feedback-recalibration', listUnappliedFeedback),
    left('graph-features', listLeftGraphChanges),
    left('threat-webhook-dispatch', listWaitingThreatEvents),
    left('threat-webhook-delivery', listSubscriptionsWithDueDeliveries),
    left('email', listEmailsToSend),
    left('password-reset', listWaitingPasswordResets),
    left('billing-webhook', listUnappliedBillingEvents),
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
