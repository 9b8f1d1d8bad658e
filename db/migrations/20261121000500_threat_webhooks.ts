import type { Knex } from 'knex';

/** Threats to be announced, who wants to hear of them, and what became of each announcement. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(EVENTS);
  await knex.raw(SUBSCRIPTIONS);
  await knex.raw(DELIVERIES);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table threat_delivery_attempts, threat_deliveries, threat_subscriptions, threat_events');
}

const EVENTS = `
-- Of no company: holds the keyed hash of an indicator and nothing of those who reported it.
create table threat_events (
  id uuid primary key,
  indicator_key uuid not null,
  indicator_type text not null,
  confidence double precision not null,
  first_seen_at timestamptz not null,
  created_at timestamptz not null,
  dispatched_at timestamptz
);
create index threat_events_not_dispatched on threat_events (created_at) where dispatched_at is null;
`;

const SUBSCRIPTIONS = `
create table threat_subscriptions (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  url text not null,
  description text,
  -- Empty: all.
  event_types text[] not null,
  status text not null check (status in ('active', 'disabled')),
  disabled_at timestamptz,
  disabled_reason text,
  secret_ciphertext text not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
`;

const DELIVERIES = `
-- Refers to its subscription and event without a foreign key: a subscription is deleted at once, however long its list of
-- deliveries is, and an event belongs to no company.
create table threat_deliveries (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- While in the future, a worker is making an attempt; once past, that worker is lost.
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (company_id, id),
  unique (company_id, subscription_id, event_id),
  check ((status = 'pending') = (completed_at is null))
);
create index threat_deliveries_due on threat_deliveries (company_id, subscription_id, next_attempt_at)
  where status = 'pending';
create index threat_deliveries_claimed on threat_deliveries (company_id, subscription_id, claimed_until)
  where status = 'pending' and claimed_until is not null;
create index threat_deliveries_settled on threat_deliveries (completed_at) where status <> 'pending';

create table threat_delivery_attempts (
  company_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  started_at timestamptz not null,
  duration_ms double precision not null,
  status_code integer,
  error text,
  -- The first kilobyte of the answer.
  response_body text,
  primary key (company_id, delivery_id, id),
  foreign key (company_id, delivery_id) references threat_deliveries (company_id, id) on delete cascade
);
`;
