import type { Knex } from 'knex';

/**
 * The sums by tens of the score become sums by action and point of the score, and all sums are kept per day, too: so
 * many values per hour would make long times slow to read. A process of an earlier version that still adds up by tens
 * fails from here on, and leaves its work to one of this version.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(SUMS_BY_POINT);
  await knex.raw(SUMS_PER_DAY);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table analytics_days');
  await knex.raw(SUMS_BY_TEN);
}

/** Hours whose assessments are gone keep what is known: the ten, as its first point, and no action. */
const SUMS_BY_POINT = `
lock table analytics_watermarks, analytics_hours in access exclusive mode;
alter table analytics_hours drop constraint analytics_hours_dimension_check;

insert into analytics_hours (company_id, dimension, hour, value, count, score_sum)
select a.company_id, 'point', date_trunc('hour', a.created_at, 'UTC'),
  a.action || ':' || cast(least(floor(a.risk_score), 99) as int), count(*), sum(cast(a.risk_score as numeric))
from analytics_watermarks w join assessments a on a.company_id = w.company_id and a.id < w.counted_below
group by 1, 3, 4;

update analytics_hours h set dimension = 'point', value = ':' || 10 * cast(h.value as int)
where h.dimension = 'score' and not exists (
  select 1 from analytics_hours p where p.company_id = h.company_id and p.dimension = 'point' and p.hour = h.hour);
delete from analytics_hours where dimension = 'score';

alter table analytics_hours add check (dimension in ('verdict', 'point', 'reason'));
`;

const SUMS_PER_DAY = `
create table analytics_days (
  company_id uuid not null,
  dimension text not null check (dimension in ('verdict', 'point', 'reason')),
  day timestamptz not null,
  value text not null,
  count bigint not null,
  score_sum numeric not null,
  primary key (company_id, dimension, day, value)
);

insert into analytics_days (company_id, dimension, day, value, count, score_sum)
select company_id, dimension, date_trunc('day', hour, 'UTC'), value, sum(count), sum(score_sum)
from analytics_hours group by 1, 2, 3, 4;
`;

const SUMS_BY_TEN = `
lock table analytics_watermarks, analytics_hours in access exclusive mode;
alter table analytics_hours drop constraint analytics_hours_dimension_check;
insert into analytics_hours (company_id, dimension, hour, value, count, score_sum)
select company_id, 'score', hour, cast(split_part(value, ':', 2) as int) / 10, sum(count), sum(score_sum)
from analytics_hours where dimension = 'point' group by 1, 3, 4;
delete from analytics_hours where dimension = 'point';
alter table analytics_hours add check (dimension in ('verdict', 'score', 'reason'));
`;
