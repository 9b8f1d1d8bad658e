import type { Knex } from 'knex';
import { uuidv7Floor } from '../platform/ids.ts';
import type { Connection } from './connect.ts';
import { isLockTimeout } from './errors.ts';

/** A table partitioned by month, its key, and how the start of a month (in milliseconds) is written as a bound of it. */
interface PartitionedTable {
  key: string;
  writeBound: (monthStart: number) => string;
  readBound: (bound: string) => number;
}

const BY_ID = {
  key: 'id',
  writeBound: (monthStart: number) => `'${uuidv7Floor(monthStart)}'`,
  readBound: (bound: string) => Number.parseInt(bound.replace('-', '').slice(0, 12), 16),
};
const BY_TIME = {
  key: 'occurred_at',
  writeBound: (monthStart: number) => `'${new Date(monthStart).toISOString()}'`,
  readBound: (bound: string) => Date.parse(bound),
};

const TABLES = { events: BY_ID, assessments: BY_ID, activity: BY_TIME } satisfies Record<string, PartitionedTable>;

export type PartitionedTableName = keyof typeof TABLES;
export const PARTITIONED_TABLES = Object.keys(TABLES) as PartitionedTableName[];

const MONTHS_BEHIND = 2;
const MONTHS_AHEAD = 3;

/** Requests queue behind a change that waits for its lock: it gives up before any of them does. */
const CHANGE_LOCK_TIMEOUT_MS = 500;

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
  for (const [table, { writeBound }] of Object.entries(TABLES)) {
    await knex.raw(
      `create table ${table}_earlier partition of ${table} for values from (minvalue) to (${writeBound(first)})`,
    );
    for (const [index, month] of months.slice(0, -1).entries()) {
      const next = months[index + 1] ?? 0;
      await knex.raw(
        `create table ${monthName(table, month)} partition of ${table} for values from (${writeBound(month)}) to (${writeBound(next)})`,
      );
    }
    await knex.raw(
      `create table ${table}_later partition of ${table} for values from (${writeBound(last)}) to (maxvalue)`,
    );
  }
}

/** What became of a table's partitions. When it was in use for too long, `busy`: the rest is left to the next time. */
export interface PartitionChange {
  names: string[];
  busy: boolean;
}

/**
 * Makes the partitions of the coming months: what is later than the last month is split until there are three months
 * ahead of now. After a long pause the first one spans all months that were missed, so that rows stay where they are.
 *
 * @returns the partitions made
 */
export async function makeMonthsAhead(
  connection: Connection,
  table: PartitionedTableName,
  nowMs: number,
): Promise<PartitionChange> {
  const names: string[] = [];
  const end = monthStart(nowMs, MONTHS_AHEAD + 1);
  for (;;) {
    const from = await findLaterStart(connection, table);
    if (from >= end) return { names, busy: false };
    const to = Math.max(monthStart(from, 1), monthStart(nowMs, 1));
    if (!(await changePartitions(connection, table, (trx) => splitLater(trx, table, to)))) return { names, busy: true };
    names.push(monthName(table, from));
  }
}

/** The table of later rows becomes that of the month; rows from `to` on, few if any, move to a new one. */
async function splitLater(trx: Knex.Transaction, table: PartitionedTableName, to: number): Promise<void> {
  const { key, writeBound } = TABLES[table];
  const from = await findLaterStart(trx, table);
  const [later, month] = [`${table}_later`, monthName(table, from)];
  await trx.raw(`alter table ${table} detach partition ${later}`);
  await renameWithIndexes(trx, later, month);
  await trx.raw(`create table ${later} partition of ${table} for values from (${writeBound(to)}) to (maxvalue)`);
  await trx.raw(
    `with moved as (delete from ${month} where ${key} >= ${writeBound(to)} returning *)
     insert into ${later} select * from moved`,
  );
  await trx.raw(
    `alter table ${table} attach partition ${month} for values from (${writeBound(from)}) to (${writeBound(to)})`,
  );
}

async function renameWithIndexes(trx: Knex.Transaction, from: string, to: string): Promise<void> {
  await trx.raw('alter table ?? rename to ??', [from, to]);
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = cast(? as regclass)`,
    [to],
  );
  for (const { name } of rows) await trx.raw('alter index ?? rename to ??', [name, name.replace(from, to)]);
}

/**
 * Drops the partitions that end before a moment or at it, with all their rows. Rows dated in those months that come
 * later still have a home: among what is earlier.
 *
 * @returns the partitions dropped
 */
export async function dropMonthsBefore(
  connection: Connection,
  table: PartitionedTableName,
  before: Date,
): Promise<PartitionChange> {
  const months = await listMonths(connection, table);
  const old = months.filter(({ to }) => to <= before.getTime());
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) return { names: [], busy: false };
  const { key, writeBound } = TABLES[table];
  const [earlier, check] = [`${table}_earlier`, `${table}_earlier_bound`];
  const isChecked = await changePartitions(connection, earlier, (trx) =>
    trx.raw(`alter table ${earlier} drop constraint if exists ${check},
      add constraint ${check} check (${key} < ${writeBound(first.from)}) not valid`),
  );
  if (!isChecked) return { names: [], busy: true };
  // Reads all of the table, but in nobody's way; attaching it then need not do so.
  await connection.raw(`alter table ${earlier} validate constraint ${check}`);
  const isDropped = await changePartitions(connection, table, async (trx) => {
    await trx.raw(`alter table ${table} detach partition ${earlier}`);
    await trx.raw(`drop table ${old.map(({ name }) => name).join()}`);
    await trx.raw(
      `alter table ${table} attach partition ${earlier} for values from (minvalue) to (${writeBound(last.to)})`,
    );
    await trx.raw(`alter table ${earlier} drop constraint ${check}`);
  });
  return { names: isDropped ? old.map(({ name }) => name) : [], busy: !isDropped };
}

/** Runs a change in a transaction that holds the table for itself; false when others used it for too long. */
async function changePartitions(
  connection: Connection,
  table: string,
  change: (trx: Knex.Transaction) => Promise<unknown>,
): Promise<boolean> {
  try {
    await connection.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = ${CHANGE_LOCK_TIMEOUT_MS}`);
      await trx.raw(`lock table only ${table} in access exclusive mode`);
      await change(trx);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

interface Partition {
  name: string;
  /** Milliseconds since the Unix epoch; the end is not in it. */
  from: number;
  to: number;
}

/** The partitions of a table between what is earlier and what is later, in order. */
async function listMonths(connection: Connection, table: PartitionedTableName): Promise<Partition[]> {
  return (await listPartitions(connection, table)).filter(({ from, to }) => from > -Infinity && to < Infinity);
}

async function findLaterStart(connection: Connection, table: PartitionedTableName): Promise<number> {
  return (await listPartitions(connection, table)).at(-1)?.from ?? Infinity;
}

async function listPartitions(connection: Connection, table: PartitionedTableName): Promise<Partition[]> {
  const { readBound } = TABLES[table];
  const { rows } = await connection.raw<{ rows: { name: string; from: string | null; to: string | null }[] }>(
    `select name, substring(bounds from 'FROM \\(''([^'']*)') as from, substring(bounds from 'TO \\(''([^'']*)') as to
     from (
       select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = cast(? as regclass)
     ) partitions`,
    [table],
  );
  return rows
    .map(({ name, from, to }) => ({
      name,
      from: from === null ? -Infinity : readBound(from),
      to: to === null ? Infinity : readBound(to),
    }))
    .sort((one, other) => one.from - other.from);
}

function monthName(table: string, monthMs: number): string {
  return `${table}_${new Date(monthMs).toISOString().slice(0, 7).replace('-', '_')}`;
}

/** The first moment of the UTC month `offset` months away from that of `timeMs`. */
export function monthStart(timeMs: number, offset: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
}
