import type { Knex } from 'knex';

/** Review cases of analysts and the history of their moves (spec sections 2.11 and 3.1). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(REVIEWS);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table review_moves, reviews');
}

const REVIEWS = `
create table reviews (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  -- No foreign key: assessments are dropped by the month, and a case may outlive the one it is about.
  assessment_id uuid not null,
  status text not null check (status in
    ('open', 'in_review', 'escalated', 'confirmed_fraud', 'false_positive', 'closed', 'resolved')),
  analyst_id uuid not null,
  analyst_email text not null,
  analyst_note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (company_id, id),
  check ((status in ('open', 'in_review', 'escalated')) = (closed_at is null))
);
-- An assessment has at most one case that is not closed.
create unique index reviews_in_progress on reviews (company_id, assessment_id) where closed_at is null;
create index reviews_by_assessment on reviews (company_id, assessment_id, id desc);
create index reviews_by_status on reviews (company_id, status, id desc);

create table review_moves (
  company_id uuid not null,
  review_id uuid not null,
  id uuid not null,
  -- Null: the case was opened.
  from_status text,
  to_status text not null,
  actor_id uuid not null,
  actor_email text not null,
  moved_at timestamptz not null,
  primary key (company_id, review_id, id),
  foreign key (company_id, review_id) references reviews (company_id, id) on delete cascade
);
`;
