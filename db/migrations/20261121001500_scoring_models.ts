import type { Knex } from 'knex';

/** What the adaptive scoring profile has learned of each company, and whether it is used. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(SCORING_MODELS);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table scoring_states, scoring_models');
  await knex.raw('alter table policies drop column scoring_profile');
}

const SCORING_MODELS = `
alter table policies add column scoring_profile text not null default 'default'
  check (scoring_profile in ('default', 'adaptive'));
alter table policies alter column scoring_profile drop default;

-- The latest versions; a version never changes.
create table scoring_models (
  company_id uuid not null references companies (id) on delete cascade,
  version integer not null,
  trained_at timestamptz not null,
  -- Assessments it was trained on.
  frauds integer not null,
  legitimate integer not null,
  -- What has not been seen in training, of the same assessments: average precision.
  held_out_precision double precision not null,
  model jsonb not null,
  primary key (company_id, version)
);

-- Where the learning of a company stands. Requests read version and is_used with the tenant.
create table scoring_states (
  company_id uuid primary key references companies (id) on delete cascade,
  -- Of the current model; null until there is one.
  version integer,
  is_used boolean not null default false,
  -- The latest outcome when the last model was trained, and how many outcomes there were.
  trained_until uuid,
  trained_outcomes integer not null default 0,
  trained_frauds integer not null default 0,
  -- The latest outcome when the two profiles were last compared, and what came of it.
  compared_until uuid,
  compared_at timestamptz,
  compared_frauds integer,
  default_precision double precision,
  adaptive_precision double precision
);
`;
