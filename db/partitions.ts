import type { Knex } from 'knex';
import { uuidv7Floor } from '../platform/ids.ts';

/** A table partitioned by month, and how the start of a month is written as a bound of its key. */
interface PartitionedTable {
  table: string;
  bound: (monthStart: number) => string;
}

const byId = (monthStart: number) => `'${uuidv7Floor(monthStart)}'`;
const byTime = (monthStart: number) => `'${new Date(monthStart).toISOString()}'`;

const PARTITIONED: readonly PartitionedTable[] = [
  { table: 'events', bound: byId },
  { table: 'assessments', bound: byId },
  { table: 'activity', bound: byTime },
];

const MONTHS_BEHIND = 2;
const MONTHS_AHEAD = 3;

/**
 * Creates a partition for everything earlier, one for each month around now, and one for everything later: no row is
 * ever without a home, and with no default partition the planner knows the partitions are in order.
 */
export async function createInitialPartitions(knex: Knex, nowMs: number): Promise<void> {
  const months = Array.from({ length: MONTHS_BEHIND + MONTHS_AHEAD + 2 }, (_, index) =>
    monthStart(nowMs, index - MONTHS_BEHIND),
  );
  const first = months[0] ?? 0;
  const last = months.at(-1) ?? 0;
  for (const { table, bound } of PARTITIONED) {
    await knex.raw(
      `create table ${table}_earlier partition of ${table} for values from (minvalue) to (${bound(first)})`,
    );
    for (const [index, month] of months.slice(0, -1).entries()) {
      const next = months[index + 1] ?? 0;
      await knex.raw(
        `create table ${table}_${monthLabel(month)} partition of ${table} for values from (${bound(month)}) to (${bound(next)})`,
      );
    }
    await knex.raw(`create table ${table}_later partition of ${table} for values from (${bound(last)}) to (maxvalue)`);
  }
}

/** The first moment of the UTC month `offset` months away from that of `timeMs`. */
function monthStart(timeMs: number, offset: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
}

function monthLabel(monthMs: number): string {
  return new Date(monthMs).toISOString().slice(0, 7).replace('-', '_');
}
