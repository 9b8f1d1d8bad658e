import type { Knex } from 'knex';

/** Assessments added up per hour, and what retention needs to find old rows among those of before the first month. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Scores are decimal numbers: their sums are exact, in whatever order they are added up.
    create table analytics_hours (
      company_id uuid not null,
      dimension text not null check (dimension in ('action', 'score', 'reason')),
      hour timestamptz not null,
      value text not null,
      count bigint not null,
      score_sum numeric not null,
      primary key (company_id, dimension, hour, value)
    );

    -- Assessments with a smaller id than this are in the sums.
    create table analytics_watermarks (
      company_id uuid primary key,
      counted_below uuid not null
    );

    -- Nearly empty tables: rows of before the first month come from events dated long ago only.
    create index events_earlier_by_receipt on events_earlier (id);
    create index assessments_earlier_by_receipt on assessments_earlier (id);
    create index activity_earlier_by_receipt on activity_earlier (assessment_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activity_earlier_by_receipt, assessments_earlier_by_receipt, events_earlier_by_receipt;
    drop table analytics_watermarks, analytics_hours;
  `);
}
