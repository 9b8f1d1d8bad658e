import { uuidv7Floor } from '../../platform/ids.ts';
import type { Connection } from '../connect.ts';
import type { CompanyPage } from './company-page.ts';

/** A roll-up step counts about this many assessments, so that its transaction stays short. */
const ASSESSMENTS_PER_STEP = 20_000;
/** A watermark without assessments behind it follows after this time. */
const IDLE_MS = 24 * 60 * 60 * 1000;

/** No id of ours is earlier: the watermark of a company of which nothing is counted yet. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** What assessments are counted by. */
export type Dimension = 'verdict' | 'point' | 'reason';

/**
 * SQL of the values that an assessment `a` counts under, by dimension: `verdict` is the action and the risk level with a
 * colon between (no level in the oldest hours), `point` the action and the whole points of the score, 0 to 99 (in the
 * oldest hours no action, and the first point of the ten).
 */
const VALUES: Readonly<Record<Dimension, string>> = {
  verdict: "select a.action || ':' || a.risk_level",
  point: "select a.action || ':' || cast(least(floor(a.risk_score), 99) as int)",
  reason: 'select unnest(a.reason_codes)',
};

/**
 * SQL of what the assessments of a common table expression add to the sums of their hours, one by one.
 *
 * @param assessed its name; needs created_at, action, risk_level, risk_score and reason_codes
 */
export function entriesSql(assessed: string, dimensions: readonly Dimension[]): string {
  return dimensions
    .map(
      (dimension) => `
    select date_trunc('hour', a.created_at, 'UTC') as hour, '${dimension}' as dimension, entry.value, 1 as count,
      cast(a.risk_score as numeric) as score_sum
    from ${assessed} a cross join lateral (${VALUES[dimension]}) as entry (value)`,
    )
    .join(' union all ');
}

export interface AnalyticsStep {
  /** Assessments added to the roll-up. */
  assessments: number;
  /** False when there are more before the same moment: call again. */
  caughtUp: boolean;
}

/**
 * Moves a company's watermark forward, adding the assessments between to the sums of their hours and days. All move in
 * one transaction under the watermark's row lock, like the usage of a month.
 *
 * @param through the new watermark: so long ago that no assessment made before it is still being written
 */
export async function rollUpAnalytics(
  connection: Connection,
  companyId: string,
  through: Date,
): Promise<AnalyticsStep> {
  return connection.transaction(async (trx) => {
    await trx.raw(
      'insert into analytics_watermarks (company_id, counted_below) values (:companyId, :lowest) on conflict do nothing',
      { companyId, lowest: LOWEST_ID },
    );
    // A statement of its own: the next one must see what the transaction it waited for has committed.
    await trx.raw('select 1 from analytics_watermarks where company_id = :companyId for update', { companyId });
    const { rows } = await trx.raw<{ rows: AnalyticsStep[] }>(ROLL_UP_STEP, {
      companyId,
      through: uuidv7Floor(through.getTime()),
      step: ASSESSMENTS_PER_STEP,
    });
    return rows[0] ?? { assessments: 0, caughtUp: true };
  });
}

/** SQL that adds the entries of the step to the sums per hour or per day. */
const addSql = (unit: 'hour' | 'day') => `
    insert into analytics_${unit}s (company_id, dimension, ${unit}, value, count, score_sum)
    select :companyId, dimension, date_trunc('${unit}', hour, 'UTC'), value, sum(count), sum(score_sum)
    from entries group by 2, 3, 4
    on conflict (company_id, dimension, ${unit}, value) do update
      set count = analytics_${unit}s.count + excluded.count,
        score_sum = analytics_${unit}s.score_sum + excluded.score_sum`;

const ROLL_UP_STEP = `
  with step as (
    select w.counted_below as first_id, coalesce(
      (select a.id from assessments a
        where a.company_id = :companyId and a.id >= w.counted_below and a.id < :through
        order by a.id offset :step limit 1), cast(:through as uuid)) as end_id
    from analytics_watermarks w
    where w.company_id = :companyId and w.counted_below < :through
  ), assessed as materialized (
    select a.created_at, a.action, a.risk_level, a.risk_score, a.reason_codes
    from step join assessments a on a.company_id = :companyId and a.id >= step.first_id and a.id < step.end_id
  ), entries as (
    select dimension, hour, value, sum(count) as count, sum(score_sum) as score_sum
    from (${entriesSql('assessed', ['verdict', 'point', 'reason'])}) single group by 1, 2, 3
  ), added_to_hours as (${addSql('hour')}
  ), added_to_days as (${addSql('day')}
  ), moved as (
    update analytics_watermarks w set counted_below = step.end_id from step where w.company_id = :companyId
  )
  select (select cast(count(*) as int) from assessed) as assessments,
    coalesce((select end_id = :through from step), true) as "caughtUp"`;

/**
 * Companies with assessments between their watermark and `through`, found by one index probe each, and those whose
 * watermark has stood still for a day: it follows, so that the probe never looks into the months before.
 *
 * @param after the `next` of the page before
 * @param limit companies looked at, of which those with nothing to do are left out
 */
export async function listCompaniesToAnalyze(
  connection: Connection,
  through: Date,
  { after = LOWEST_ID, limit }: { after?: string; limit: number },
): Promise<CompanyPage> {
  const { rows } = await connection.raw<{ rows: { id: string; lags: boolean }[] }>(
    `select company.id, company.counted_below < :idle or exists (
       select 1 from assessments a
       where a.company_id = company.id and a.id >= company.counted_below and a.id < :through) as lags
     from (
       select c.id, coalesce(w.counted_below, :lowest) as counted_below
       from companies c left join analytics_watermarks w on w.company_id = c.id
       where c.id > :after order by c.id limit :limit
     ) company order by company.id`,
    {
      lowest: LOWEST_ID,
      idle: uuidv7Floor(through.getTime() - IDLE_MS),
      through: uuidv7Floor(through.getTime()),
      after,
      limit,
    },
  );
  const companyIds = rows.filter(({ lags }) => lags).map(({ id }) => id);
  return { companyIds, ...(rows.length === limit && { next: rows.at(-1)?.id }) };
}
