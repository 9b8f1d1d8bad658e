import { USAGE_METRIC } from '../../engine/vocabulary.ts';
import type { Connection } from '../connect.ts';
import type { CompanyPage } from './company-page.ts';

/** A roll-up step counts about this many events, so that its transaction stays short. */
const EVENTS_PER_STEP = 20_000;

interface CountUsageParameters {
  companyId: string;
  /** Bounds of the month, the end not in it. */
  monthStart: string;
  monthEnd: string;
}

/**
 * SQL of the number of events of one company and UTC month, as a scalar to embed in a statement: what is rolled up plus
 * what came after the watermark. Both move in one transaction, so any statement sees each event exactly once.
 *
 * @param parameters SQL of each value, such as `$1`; never text from outside
 */
export function countUsageSql({ companyId, monthStart, monthEnd }: CountUsageParameters): string {
  return `(
    coalesce((select r.used from usage_rollups r
      where r.company_id = ${companyId} and r.metric = '${USAGE_METRIC}'
        and r.year = cast(extract(year from cast(${monthStart} as timestamptz) at time zone 'UTC') as int)
        and r.month = cast(extract(month from cast(${monthStart} as timestamptz) at time zone 'UTC') as int)), 0)
    + (select count(*) from event_keys k
      where k.company_id = ${companyId}
        and k.received_at > coalesce((select w.through from usage_watermarks w
          where w.company_id = ${companyId} and w.metric = '${USAGE_METRIC}'), '-infinity')
        and k.received_at >= cast(${monthStart} as timestamptz) and k.received_at < cast(${monthEnd} as timestamptz))
  )`;
}

/** The bounds of a UTC month; `month` is 1 to 12. */
export function monthBounds(year: number, month: number): { monthStart: Date; monthEnd: Date } {
  return { monthStart: new Date(Date.UTC(year, month - 1, 1)), monthEnd: new Date(Date.UTC(year, month, 1)) };
}

/** How many events a company sent in a UTC month (1 to 12), exact at the time of the statement. */
export async function countUsage(
  connection: Connection,
  companyId: string,
  year: number,
  month: number,
): Promise<number> {
  const { rows } = await connection.raw<{ rows: { used: string }[] }>(
    `select ${countUsageSql({ companyId: ':companyId', monthStart: ':monthStart', monthEnd: ':monthEnd' })} as used`,
    { companyId, ...monthBounds(year, month) },
  );
  return Number(rows[0]?.used ?? 0);
}

export interface RollUpStep {
  /** Events added to the roll-up. */
  events: number;
  /** False when there are more before the same moment: call again. */
  caughtUp: boolean;
}

/**
 * Moves a company's watermark forward, adding the events between to the usage of their UTC months. The watermark and
 * the sums move in one transaction under the watermark's row lock: two workers, or one killed at any point, never count
 * an event twice nor leave one out.
 *
 * @param through the new watermark: so long ago that no event received until then is still being written
 */
export async function rollUpUsage(connection: Connection, companyId: string, through: Date): Promise<RollUpStep> {
  return connection.transaction(async (trx) => {
    const names = { companyId, metric: USAGE_METRIC };
    await trx.raw(
      `insert into usage_watermarks (company_id, metric, through) values (:companyId, :metric, '-infinity')
       on conflict do nothing`,
      names,
    );
    // A statement of its own: the next one must see what the transaction it waited for has committed.
    await trx.raw(
      'select 1 from usage_watermarks where company_id = :companyId and metric = :metric for update',
      names,
    );
    const { rows } = await trx.raw<{ rows: RollUpStep[] }>(ROLL_UP_STEP, { ...names, through, step: EVENTS_PER_STEP });
    return rows[0] ?? { events: 0, caughtUp: true };
  });
}

/** The step ends at a moment, not at a row: all events received at that moment are in it. */
const ROLL_UP_STEP = `
  with step as (
    select w.through as after, coalesce(
      (select k.received_at from event_keys k
        where k.company_id = w.company_id and k.received_at > w.through and k.received_at <= :through
        order by k.received_at offset :step limit 1), cast(:through as timestamptz)) as until
    from usage_watermarks w
    where w.company_id = :companyId and w.metric = :metric and w.through < :through
  ), counted as (
    select cast(extract(year from k.received_at at time zone 'UTC') as int) as year,
      cast(extract(month from k.received_at at time zone 'UTC') as int) as month, count(*) as used
    from step join event_keys k on k.company_id = :companyId and k.received_at > step.after and k.received_at <= step.until
    group by 1, 2
  ), added as (
    insert into usage_rollups (company_id, metric, year, month, used)
    select :companyId, :metric, year, month, used from counted
    on conflict (company_id, metric, year, month) do update set used = usage_rollups.used + excluded.used
  ), moved as (
    update usage_watermarks w set through = step.until from step where w.company_id = :companyId and w.metric = :metric
  )
  select (select cast(coalesce(sum(used), 0) as int) from counted) as events,
    coalesce((select until = :through from step), true) as "caughtUp"`;

/**
 * Companies with events between their watermark and `through`, found by one index probe each.
 *
 * @param after the `next` of the page before
 * @param limit companies looked at, of which those without such events are left out
 */
export async function listCompaniesToRollUp(
  connection: Connection,
  through: Date,
  { after = '00000000-0000-0000-0000-000000000000', limit }: { after?: string; limit: number },
): Promise<CompanyPage> {
  const { rows } = await connection.raw<{ rows: { id: string; lags: boolean }[] }>(
    `select c.id, exists (
       select 1 from event_keys k
       where k.company_id = c.id and k.received_at <= :through
         and k.received_at > coalesce((select w.through from usage_watermarks w
           where w.company_id = c.id and w.metric = :metric), '-infinity')) as lags
     from companies c where c.id > :after order by c.id limit :limit`,
    { metric: USAGE_METRIC, through, after, limit },
  );
  const companyIds = rows.filter(({ lags }) => lags).map(({ id }) => id);
  return { companyIds, ...(rows.length === limit && { next: rows.at(-1)?.id }) };
}

export interface MonthlyUsage {
  /** The subscription in force in the month, the latest of several; the last one before where none was. */
  subscriptionId: string;
  year: number;
  /** 1 to 12. */
  month: number;
  used: number;
}

/**
 * The usage of the last UTC months, newest first, exact at the time of the statement: the current month, and earlier ones
 * in which something was used.
 *
 * @param months how many to look back, with the current one
 */
export async function listMonthlyUsage(
  connection: Connection,
  companyId: string,
  { now, months }: { now: Date; months: number },
): Promise<MonthlyUsage[]> {
  const { rows } = await connection.raw<{ rows: MonthlyUsage[] }>(MONTHLY_USAGE, { companyId, now, months });
  return rows;
}

const MONTHLY_USAGE = `
  with months as (
    select age, (this_month - age * interval '1 month') at time zone 'UTC' as month_start,
      (this_month - (age - 1) * interval '1 month') at time zone 'UTC' as month_end
    from (select date_trunc('month', cast(:now as timestamptz) at time zone 'UTC') as this_month) today,
      generate_series(0, cast(:months as int) - 1) age
  ), counted as (
    select months.*, ${countUsageSql({ companyId: ':companyId', monthStart: 'month_start', monthEnd: 'month_end' })} as used
    from months
  )
  select subscription.id as "subscriptionId", counted.used,
    cast(extract(year from month_start at time zone 'UTC') as int) as year,
    cast(extract(month from month_start at time zone 'UTC') as int) as month
  from counted cross join lateral (
    select id from subscriptions
    where company_id = :companyId and status <> 'pending' and starts_at < month_end
    order by ends_at is null or ends_at > month_start desc, starts_at desc, id desc limit 1
  ) subscription
  where counted.used > 0 or counted.age = 0
  order by counted.age`;
