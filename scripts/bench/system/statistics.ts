import type pg from 'pg';

/** A statement the service sent, over one stretch of load. */
export interface StatementUse {
  /** Its beginning, on one line. */
  text: string;
  calls: number;
  /** Time on the server in milliseconds, of one call. */
  meanMs: number;
  /** Pages of 8 kB that one call looked at. */
  pages: number;
}

const MAX_TEXT = 90;

/** Installs the counter of statements; its library is loaded with the server. */
export async function installStatementCounter(database: pg.Client): Promise<void> {
  await database.query('create extension if not exists pg_stat_statements');
}

export async function resetStatements(database: pg.Client): Promise<void> {
  await database.query('select pg_stat_statements_reset()');
}

/** The statements since the last reset, the one that took longest in all first. Ours are not among them. */
export async function listStatements(database: pg.Client): Promise<StatementUse[]> {
  const { rows } = await database.query<StatementUse>(`
    select left(btrim(regexp_replace(query, '\\s+', ' ', 'g')), ${MAX_TEXT}) as text, calls::int as calls,
      mean_exec_time as "meanMs", ((shared_blks_hit + shared_blks_read)::float8 / calls) as pages
    from pg_stat_statements
    join pg_database on pg_database.oid = dbid and datname = current_database()
    where query not like '%pg_stat_statements%'
    order by total_exec_time desc`);
  return rows;
}

/**
 * How many rows each table has. Small tables are read whole by ANALYZE, so their number is exact; that of large ones is
 * its estimate. Partitions are added up.
 */
export async function countRows(database: pg.Client): Promise<Record<string, number>> {
  await database.query('analyze');
  const { rows } = await database.query<{ name: string; rows: string }>(`
    select coalesce(parent.relname, leaf.relname) as name, sum(greatest(leaf.reltuples, 0)) as rows
    from pg_class leaf
    left join pg_inherits on inhrelid = leaf.oid
    left join pg_class parent on parent.oid = inhparent
    where leaf.relnamespace = 'public'::regnamespace and leaf.relkind = 'r'
    group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, Number(count)]));
}
