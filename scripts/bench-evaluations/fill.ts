import type pg from 'pg';
import { connectDatabase } from '../../db/connect.ts';
import { rollUpAnalytics } from '../../db/queries/analytics-rollup.ts';

const ROWS_PER_STATEMENT = 50_000;
/** What was made in the last minute is not rolled up yet, as when the service runs. */
const TAIL_MS = 60_000;

/** Evaluations number $2 to $3 of $4 in all, over 60 days, alike to the newest one of the company $1 but for what is listed or searched. */
const INSERT = `
  with alike as (select * from assessments where company_id = $1::uuid order by id desc limit 1),
  drawn as materialized (
    select number, now() - interval '60 days' * (1 - number::float8 / $4::int) as at,
      round((100 * power(random(), 6))::numeric, 2)::float8 as score, random() < 0.002 as shadowed,
      floor(20 * power(1001, random()) - 20)::int as user_number, gen_random_uuid() as name
    from generate_series($2::int, $3::int) as number
  ), made as materialized (
    select drawn.*, uuidv7(at - clock_timestamp()) as id,
      case when score >= 80 then 'critical' when score >= 60 then 'high' when score >= 30 then 'medium' else 'low' end as level,
      case when shadowed then 'allow' when score >= 80 then 'block' when score >= 50 then 'review' else 'allow' end as action
    from drawn
  ), outcomes as (
    insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at, applied_at)
    select $1, id, id, 'approved', 'feedback', at, at from made where number % 100 = 0
  ), cases as (
    insert into reviews (company_id, id, assessment_id, status, analyst_id, analyst_email, created_at, updated_at)
    select $1, id, id, 'open', $1, 'a@example.com', at, at from made where number % 200 = 0
  )
  insert into assessments
  select $1, made.id, 'ingest', made.id, 'order_created', 'evt-' || name, 'order-' || number / 2, 'user-' || user_number,
    case when number % 5 > 0 then (500 + 40000 * power(random(), 3))::bigint end, 'USD', at, at, score, made.action, made.action,
    policy_mode, level, case when score < 30 then '{}'
      when number % 1000 = 0 then array['VELOCITY_BURST', 'GLOBAL_THREAT_INDICATOR'] else array['VELOCITY_BURST'] end, feature_contributions,
    engine_version, latency_ms, indicators, request_context
  from made cross join alike`;

/** Stores evaluations past the API, and rolls them up as the workers would have. */
export async function fillEvaluations(
  database: pg.Client,
  { companyId, databaseUrl, rows }: { companyId: string; databaseUrl: string; rows: number },
): Promise<void> {
  await database.query('set synchronous_commit = off');
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    const last = Math.min(rows, first + ROWS_PER_STATEMENT - 1);
    await database.query(INSERT, [companyId, first, last, rows]);
    console.log(`stored ${last} of ${rows} evaluations`);
  }
  const pools = connectDatabase({ url: databaseUrl, poolSize: 1, signalTimeoutMs: 1_000 });
  const through = new Date(Date.now() - TAIL_MS);
  let step = await rollUpAnalytics(pools.knex, companyId, through);
  while (!step.caughtUp) step = await rollUpAnalytics(pools.knex, companyId, through);
  await pools.close();
  await database.query('reset synchronous_commit');
  await database.query('vacuum (analyze)');
  await database.query('checkpoint');
}
