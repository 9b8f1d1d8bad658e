import type pg from 'pg';
import { USAGE_METRIC } from '../../../engine/vocabulary.ts';
import { HOT_SHARE, type Population } from '../population.ts';
import { INSERT_EVENTS, INSERT_USERS, ROLL_UP_USAGE } from './statements.ts';
import { createUserTable } from './users.ts';

interface PreloadOptions {
  companyId: string;
  indicatorHashKey: string;
  /** Events to store. */
  rows: number;
  population: Population;
  onProgress: (rows: number) => void;
}

const EVENTS_PER_STATEMENT = 20_000;

/**
 * Stores history straight in the database, past the API, so that tables and indexes have the size they would have after
 * that many events. Scores and reasons are filled in, not computed; what signals are read from is complete.
 */
export async function preloadHistory(database: pg.Client, options: PreloadOptions): Promise<void> {
  const { companyId, rows, population, onProgress } = options;
  if (rows > 0) {
    // What is written here may be lost in a crash; what the service writes later may not.
    await database.query('set synchronous_commit = off');
    await createUserTable(database, population, options);
    await database.query(INSERT_USERS, [companyId]);
    for (let first = 1; first <= rows; first += EVENTS_PER_STATEMENT) {
      const last = Math.min(rows, first + EVENTS_PER_STATEMENT - 1);
      await database.query(INSERT_EVENTS, [
        companyId,
        first,
        last,
        rows,
        population.users,
        population.hot ? HOT_SHARE : 0,
      ]);
      onProgress(last);
    }
    await database.query(ROLL_UP_USAGE, [companyId, USAGE_METRIC]);
    await database.query('drop table bench_users; reset synchronous_commit');
  }
  await settle(database);
}

/** Leaves nothing to clean up or write out that a phase would be charged for. */
async function settle(database: pg.Client): Promise<void> {
  await database.query('vacuum (analyze)');
  await database.query('checkpoint');
}
