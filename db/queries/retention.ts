import { USAGE_METRIC } from '../../engine/vocabulary.ts';
import { uuidv7Floor } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';
import type { PartitionedTableName } from '../partitions.ts';
import { LOWEST_ID } from './analytics-rollup.ts';
import type { CompanyPage } from './company-page.ts';

/** Any number: the process that works on retention holds it. */
const RETENTION_LOCK = 7_261_122;

/**
 * Runs work that one process does at a time. A killed process leaves no lock behind.
 *
 * @returns false when another process is at it: nothing was done
 */
export async function runRetentionAlone(connection: Connection, work: () => Promise<void>): Promise<boolean> {
  return connection.transaction(async (holder) => {
    // It holds nothing but the lock, for as long as the work takes on other connections.
    await holder.raw('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await holder.raw<{ rows: { mine: boolean }[] }>('select pg_try_advisory_xact_lock(?) as mine', [
      RETENTION_LOCK,
    ]);
    if (!rows[0]?.mine) return false;
    await work();
    return true;
  });
}

/** Companies with events or assessments received before a moment that usage or analytics have not counted yet. */
export async function listUncountedCompanies(connection: Connection, before: Date, limit: number): Promise<string[]> {
  const { rows } = await connection.raw<{ rows: { id: string }[] }>(
    `select c.id from companies c
     left join analytics_watermarks analytics on analytics.company_id = c.id
     left join usage_watermarks usage on usage.company_id = c.id and usage.metric = :metric
     where exists (
       select 1 from assessments a
       where a.company_id = c.id and a.id >= coalesce(analytics.counted_below, :lowest) and a.id < :beforeId
     ) or exists (
       select 1 from event_keys k
       where k.company_id = c.id and k.received_at > coalesce(usage.through, '-infinity') and k.received_at < :before
     )
     order by c.id limit :limit`,
    { beforeId: uuidv7Floor(before.getTime()), lowest: LOWEST_ID, before, metric: USAGE_METRIC, limit },
  );
  return rows.map(({ id }) => id);
}

/**
 * Companies with idempotency keys, or outcomes of assessments, received before a moment.
 *
 * @param after the `next` of the page before
 * @param limit companies looked at, of which those without such rows are left out
 */
export async function listCompaniesWithOldRows(
  connection: Connection,
  before: Date,
  { after = LOWEST_ID, limit }: { after?: string; limit: number },
): Promise<CompanyPage> {
  const { rows } = await connection.raw<{ rows: { id: string; has_old: boolean }[] }>(
    `select c.id,
       exists (select 1 from event_keys k where k.company_id = c.id and k.received_at < :before)
       or exists (select 1 from feedback f where f.company_id = c.id and f.assessment_id < :beforeId) as has_old
     from companies c where c.id > :after order by c.id limit :limit`,
    { before, beforeId: uuidv7Floor(before.getTime()), after, limit },
  );
  const companyIds = rows.filter(({ has_old }) => has_old).map(({ id }) => id);
  return { companyIds, ...(rows.length === limit && { next: rows.at(-1)?.id }) };
}

/** Deletes up to `limit` idempotency keys of events received before a moment: such an event sent again is a new one. */
export async function deleteOldEventKeys(
  connection: Connection,
  companyId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from event_keys where ctid = any (array(
       select ctid from event_keys where company_id = ? and received_at < ? order by received_at limit ?
       for update skip locked))`,
    [companyId, before, limit],
  );
  return rowCount;
}

/** Deletes up to `limit` outcomes of assessments made before a moment; the evidence they gave stays. */
export async function deleteOldFeedback(
  connection: Connection,
  companyId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from feedback where ctid = any (array(
       select ctid from feedback where company_id = ? and assessment_id < ? order by assessment_id limit ?
       for update skip locked))`,
    [companyId, uuidv7Floor(before.getTime()), limit],
  );
  return rowCount;
}

/** The column whose id tells when a row was received. */
const RECEIPT: Readonly<Record<PartitionedTableName, string>> = {
  events: 'id',
  assessments: 'id',
  activity: 'assessment_id',
};

/**
 * Deletes up to `limit` rows received before a moment, of those that are dated before the first month, of any company.
 * By receipt, not by date: a history that is being sent now is not taken away under the hands of who sends it.
 */
export async function deleteEarlierRows(
  connection: Connection,
  table: PartitionedTableName,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.raw<{ rowCount: number }>(
    `delete from ${table}_earlier where ctid = any (array(
       select ctid from ${table}_earlier where ${RECEIPT[table]} < ? order by ${RECEIPT[table]} limit ?
       for update skip locked))`,
    [uuidv7Floor(before.getTime()), limit],
  );
  return rowCount;
}
