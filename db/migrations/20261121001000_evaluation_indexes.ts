import type { Knex } from 'knex';

/** What the list of evaluations is found, sorted and counted by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(INDEXES);
  await knex.raw(SUMS_BY_VERDICT);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(SUMS_BY_ACTION);
  await knex.raw(`
    drop index assessments_by_verdict, assessments_by_verdict_and_score, assessments_by_verdict_and_amount,
      assessments_by_transaction_prefix, assessments_by_user_prefix, assessments_by_external_event_prefix;
    create index assessments_by_transaction on assessments (company_id, transaction_id);
  `);
}

/**
 * Every filter by action and risk level is a few of their twelve pairs, each of them in order in these indexes. An id is
 * a time, so the range of time is in each index as well. The prefix indexes answer
 * equality, too, and hold what else a search is filtered and sorted by: it never looks into the rows it only counts.
 */
const INDEXES = `
create index assessments_by_verdict on assessments (company_id, action, risk_level, id)
  include (risk_score, amount_minor);
create index assessments_by_verdict_and_score on assessments (company_id, action, risk_level, risk_score, id);
create index assessments_by_verdict_and_amount on assessments (company_id, action, risk_level, amount_minor, id);

create index assessments_by_transaction_prefix on assessments (company_id, transaction_id text_pattern_ops, id)
  include (action, risk_level, risk_score, amount_minor);
drop index assessments_by_transaction;
create index assessments_by_user_prefix on assessments (company_id, user_id text_pattern_ops, id)
  include (action, risk_level, risk_score, amount_minor);
-- An event without an order or payment is its own transaction, under the same id.
create index assessments_by_external_event_prefix on assessments (company_id, external_event_id text_pattern_ops, id)
  include (action, risk_level, risk_score, amount_minor)
  where external_event_id <> transaction_id;
`;

/**
 * The sums by action become sums by action and risk level. A process of an earlier version that still adds up by action
 * fails from here on, and leaves its work to one of this version. Hours whose assessments are gone keep what is known.
 */
const SUMS_BY_VERDICT = `
lock table analytics_watermarks, analytics_hours in access exclusive mode;
alter table analytics_hours drop constraint analytics_hours_dimension_check;

insert into analytics_hours (company_id, dimension, hour, value, count, score_sum)
select a.company_id, 'verdict', date_trunc('hour', a.created_at, 'UTC'), a.action || ':' || a.risk_level, count(*),
  sum(cast(a.risk_score as numeric))
from analytics_watermarks w join assessments a on a.company_id = w.company_id and a.id < w.counted_below
group by 1, 3, 4;

update analytics_hours h set dimension = 'verdict', value = h.value || ':'
where h.dimension = 'action' and not exists (
  select 1 from analytics_hours v where v.company_id = h.company_id and v.dimension = 'verdict' and v.hour = h.hour);
delete from analytics_hours where dimension = 'action';

alter table analytics_hours add check (dimension in ('verdict', 'score', 'reason'));
`;

const SUMS_BY_ACTION = `
lock table analytics_watermarks, analytics_hours in access exclusive mode;
alter table analytics_hours drop constraint analytics_hours_dimension_check;
insert into analytics_hours (company_id, dimension, hour, value, count, score_sum)
select company_id, 'action', hour, split_part(value, ':', 1), sum(count), sum(score_sum)
from analytics_hours where dimension = 'verdict' group by 1, 3, 4;
delete from analytics_hours where dimension = 'verdict';
alter table analytics_hours add check (dimension in ('action', 'score', 'reason'));
`;
