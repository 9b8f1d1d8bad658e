import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/connect.ts';
import { readNumber } from './checks/check.ts';
import { ROLLED_UP } from './checks/usage.ts';
import type { Queues } from './queues.ts';

/** How much of each kind of work is left: what the rows say, and jobs that wait or run. */
export type WorkLeft = Record<string, number>;

export interface Settled {
  left: WorkLeft;
  seconds: number;
}

interface Settling {
  db: Database;
  queues: Queues;
  /** How many events the roll-ups must come to. */
  events: number;
  signal: AbortSignal;
}

/** A lost job is found after a minute, a lost signal by the next sweep, and either may be the first of a chain. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 500;

const PENDING: Readonly<Record<string, string>> = {
  'feedback not applied': 'select count(*) from feedback where applied_at is null',
  'users whose graph changed': 'select count(*) from graph_changes',
  'threats not announced': 'select count(*) from threat_events where dispatched_at is null',
  'deliveries not made': `select count(*) from threat_deliveries where status = 'pending'`,
  'e-mails not sent': `select count(*) from emails where status = 'pending'`,
};

/** Waits until nothing is left to do, or the time is up. */
export async function settle(settling: Settling): Promise<Settled> {
  const startedAt = performance.now();
  for (;;) {
    const left = await measureWork(settling);
    const elapsedMs = performance.now() - startedAt;
    const done = Object.values(left).every((count) => count === 0);
    if (done || elapsedMs > TIMEOUT_MS || settling.signal.aborted) return { left, seconds: elapsedMs / 1_000 };
    await sleep(POLL_MS);
  }
}

async function measureWork({ db, queues, events }: Settling): Promise<WorkLeft> {
  const left: WorkLeft = {};
  for (const [name, sql] of Object.entries(PENDING)) left[name] = await readNumber(db, sql);
  left['events not in the usage'] = events - (await readNumber(db, ROLLED_UP.usage));
  left['assessments not in the analytics'] = events - (await readNumber(db, ROLLED_UP.analytics));
  for (const [name, { waiting, active }] of Object.entries(await queues.count())) {
    left[`jobs of ${name}`] = waiting + active;
  }
  return left;
}
