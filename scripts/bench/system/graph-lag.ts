import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface GraphLag {
  /** @returns the most seconds that a change of the graph was seen to wait */
  end(): Promise<number>;
}

const EVERY_MS = 500;

/** Looks again and again how long the oldest change of the graph has waited for its features to be recomputed. */
export function watchGraphLag(database: pg.Client): GraphLag {
  let most = 0;
  const look = async () => {
    const { rows } = await database.query<{ seconds: number | null }>(
      'select extract(epoch from now() - min(changed_at))::float8 as seconds from graph_changes',
    );
    most = Math.max(most, rows[0]?.seconds ?? 0);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await looking;
      await look();
      return most;
    },
  };
}

const PATIENCE_SECONDS = 60;

/** @returns seconds until no change of the graph waits any more; Infinity when that takes too long */
export async function waitForGraph(database: pg.Client): Promise<number> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  while (elapsed() < PATIENCE_SECONDS) {
    const { rows } = await database.query<{ waits: boolean }>('select exists (select 1 from graph_changes) as waits');
    if (!rows[0]?.waits) return elapsed();
    await sleep(EVERY_MS / 5);
  }
  return Infinity;
}
