import { PARTITIONED_TABLES } from '../../db/partitions.ts';
import type { Database } from '../../db/connect.ts';
import { createRetention } from '../../workers/retention.ts';
import { handlerContext } from '../jobs/support.ts';

type Pool = Pick<Database, 'pool'>;

export const DAY = 24 * 60 * 60 * 1000;

/** The first partitions are those around the month in which the test runs: everything is told from there. */
const TODAY = new Date();
/** The start of the UTC month `offset` months from now, plus some milliseconds. */
export const month = (offset: number, plus = 0) =>
  Date.UTC(TODAY.getUTCFullYear(), TODAY.getUTCMonth() + offset, 1) + plus;
export const label = (offset: number) => new Date(month(offset)).toISOString().slice(0, 7).replace('-', '_');
export const labels = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => label(from + index));

/** One run of the job; keeps everything unless told for how many months. */
export function runRetention(db: Database, now: number, retentionMonths = 0): Promise<void> {
  const config = { RETENTION_MONTHS: retentionMonths };
  return createRetention({ db, clock: { now: () => now }, config }).handle({}, handlerContext());
}

/** The partitions of a table without its name, in order. */
export async function listPartitions({ pool }: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select substr(c.relname, length($1) + 2) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  return ['earlier', ...names.filter((name) => /^\d/.test(name)), 'later'].filter((name) => names.includes(name));
}

const COUNTED = [...PARTITIONED_TABLES, 'event_keys', 'feedback', 'evidence'];

export async function countRows({ pool }: Pool): Promise<Record<string, number>> {
  const counts = await Promise.all(
    COUNTED.map(async (table) => {
      const { rows } = await pool.query<{ count: number }>(`select count(*) from ${table}`);
      return [table, rows[0]?.count] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<string, number>;
}

/** As many rows in each table. */
export const everywhere = (count: number) => Object.fromEntries(COUNTED.map((table) => [table, count]));
/** What goes with old events, and what was learned from them, which stays. */
export const kept = (count: number, all: number) => ({ ...everywhere(count), evidence: all });

/** In which partition the rows of a table are. */
export async function countByPartition({ pool }: Pool, table: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select substr(tableoid::regclass::text, length($1) + 2) as name, count(*) from ${table} group by 1 order by 1`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
