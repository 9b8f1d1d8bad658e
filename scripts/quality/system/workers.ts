import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { JOBS } from '../../../platform/jobs/job-map.ts';
import type { Child } from '../../bench/system/child.ts';
import type { Queues } from '../../faults/queues.ts';

/** The background work of the service under test. */
export interface Background {
  /** Resolves once nothing is left to do. @throws when the workers are gone or do not come to an end */
  waitUntilIdle(signal: AbortSignal): Promise<void>;
  /** How many jobs were given up: what they were to do is missing from the scores. */
  countFailed(): Promise<number>;
}

interface BackgroundParts {
  database: Pick<pg.Client, 'query'>;
  queues: Queues;
  workers: Child;
}

const TIMEOUT_MS = 600_000;
const POLL_MS = 25;
/** Work may be signalled just after its row is settled: once is not enough to be sure. */
const LOOKS = 2;

/** What is pending is a state of a row, and a look at those is cheap: only then are the queues asked. */
const PENDING_ROWS = `select exists (select from feedback where applied_at is null)
  or exists (select from graph_changes) as pending`;

/** The next run of a job that runs by the clock of the machine waits in its queue, and has nothing to do with the replay. */
const QUEUES = Object.entries(JOBS).map(([name, job]) => ({ name, scheduled: 'schedule' in job ? 1 : 0 }));

export function observeBackground({ database, queues, workers }: BackgroundParts): Background {
  let end: string | undefined;
  void workers.ended.then((reason) => (end = reason));

  async function isIdle(): Promise<boolean> {
    const { rows } = await database.query<{ pending: boolean }>(PENDING_ROWS);
    if (rows[0]?.pending !== false) return false;
    const counts = await queues.count();
    return QUEUES.every(({ name, scheduled }) => {
      const { waiting = 0, active = 0, delayed = 0 } = counts[name] ?? {};
      return waiting + active + delayed <= scheduled;
    });
  }

  return {
    waitUntilIdle: async (signal) => {
      const deadline = performance.now() + TIMEOUT_MS;
      for (let looks = 0; looks < LOOKS; looks = (await isIdle()) ? looks + 1 : 0) {
        if (end !== undefined) throw new Error(`the workers ended by themselves (${end})`);
        if (performance.now() > deadline) throw new Error(`the workers have not come to an end in ${TIMEOUT_MS} ms`);
        await sleep(POLL_MS, undefined, { signal });
      }
    },
    countFailed: async () => {
      const counts = await queues.count();
      return Object.values(counts).reduce((sum, { failed }) => sum + failed, 0);
    },
  };
}
