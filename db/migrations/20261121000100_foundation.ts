import type { Knex } from 'knex';

/**
 * The tables of companies, access and billing, of events and assessments, and of what the engine learns from them.
 *
 * - `company_id` leads every key of tenant data, so that the schema can be split by tenant without change.
 * - Tables written on the request path are append-only and carry no foreign key: a foreign key would lock one shared
 *   parent row per insert.
 * - `..._key` columns hold 128-bit keyed hashes in `uuid` columns (16 bytes, no length byte); `..._fp` columns hold the
 *   first 64 bits of one, enough to count distinct values.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(COMPANIES_AND_ACCESS);
  await knex.raw(BILLING);
  await knex.raw(POLICY_AND_AUDIT);
  await knex.raw(EVENTS_AND_ASSESSMENTS);
  await knex.raw(LEARNED_HISTORY);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table global_threats, threat_reports, evidence, feedback, user_features, user_indicators, risk_users, activity,
      assessments, events, event_keys, usage_watermarks, usage_rollups, audit_logs, policies, subscriptions, plans,
      login_failures, signing_secrets, sessions, users, companies;
    drop function refuse_change();
  `);
}

const COMPANIES_AND_ACCESS = `
create table companies (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table users (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('admin', 'analyst')),
  full_name text,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, email)
);

create table sessions (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  refresh_token_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index sessions_by_expiry on sessions (expires_at);

create table signing_secrets (
  company_id uuid primary key references companies (id) on delete cascade,
  ciphertext text not null,
  prefix text not null,
  rotated_at timestamptz not null
);

create table login_failures (
  company_id uuid not null,
  email_key uuid not null,
  failed_at timestamptz not null
);
create index login_failures_by_account on login_failures (company_id, email_key, failed_at);
create index login_failures_by_age on login_failures (failed_at);
`;

const BILLING = `
create table plans (
  id uuid primary key,
  code text not null unique,
  name text not null,
  price_minor bigint not null,
  currency text not null,
  billing_interval text not null,
  features text[] not null,
  monthly_event_limit bigint,
  ingest_rate_per_minute integer not null,
  active boolean not null default true
);

create table subscriptions (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  plan_id uuid not null references plans (id),
  status text not null check (status in ('pending', 'active', 'expired')),
  provider text,
  provider_subscription_id text,
  provider_customer_id text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  cancel_at_period_end boolean not null default false,
  metadata jsonb,
  created_at timestamptz not null,
  primary key (company_id, id)
);

create table usage_rollups (
  company_id uuid not null,
  metric text not null,
  year integer not null,
  month integer not null,
  used bigint not null,
  primary key (company_id, metric, year, month)
);

create table usage_watermarks (
  company_id uuid not null,
  metric text not null,
  through timestamptz not null,
  primary key (company_id, metric)
);
`;

const POLICY_AND_AUDIT = `
create table policies (
  company_id uuid primary key references companies (id) on delete cascade,
  policy_mode text not null check (policy_mode in ('hybrid', 'advisory', 'shadow')),
  review_threshold double precision not null,
  block_threshold double precision not null,
  graph_unavailable text not null check (graph_unavailable in ('allow', 'review', 'block')),
  velocity_unavailable text not null check (velocity_unavailable in ('allow', 'review', 'block')),
  contagion_guard boolean not null,
  contagion_minimum_action text not null check (contagion_minimum_action in ('allow', 'review', 'block')),
  version integer not null,
  updated_at timestamptz not null,
  updated_by uuid,
  check (0 < review_threshold and review_threshold < block_threshold and block_threshold <= 100)
);

create table audit_logs (
  company_id uuid not null,
  id uuid not null,
  actor_id uuid,
  actor_email text,
  action text not null,
  target_type text not null,
  target_id text,
  before jsonb,
  after jsonb,
  ip_address text,
  created_at timestamptz not null,
  primary key (company_id, id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_logs_append_only before update or delete on audit_logs
  for each row execute function refuse_change();
create trigger audit_logs_no_truncate before truncate on audit_logs
  for each statement execute function refuse_change();
`;

/** Partitioned by id: ids are UUIDs of version 7, so a range of ids is a range of time of receipt. */
const EVENTS_AND_ASSESSMENTS = `
create table event_keys (
  company_id uuid not null,
  idempotency_key text not null,
  event_id uuid not null,
  assessment_id uuid not null,
  received_at timestamptz not null,
  primary key (company_id, idempotency_key)
);
create index event_keys_by_receipt on event_keys (company_id, received_at);

create table events (
  company_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  idempotency_key text not null,
  external_event_id text not null,
  event_source text not null,
  event_type text not null,
  user_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  payload jsonb not null,
  primary key (company_id, id)
) partition by range (id);

create table assessments (
  company_id uuid not null,
  id uuid not null,
  source text not null,
  event_id uuid,
  event_type text,
  external_event_id text,
  transaction_id text not null,
  user_id text not null,
  amount_minor bigint,
  currency text,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  risk_score double precision not null,
  action text not null,
  recommended_action text not null,
  policy_mode text not null,
  risk_level text not null,
  reason_codes text[] not null,
  -- json, not jsonb: a duplicate delivery gets the very text that was answered first.
  feature_contributions json not null,
  engine_version text not null,
  latency_ms double precision not null,
  indicators jsonb not null,
  request_context jsonb not null,
  primary key (company_id, id)
) partition by range (id);
create index assessments_by_transaction on assessments (company_id, transaction_id);
`;

const LEARNED_HISTORY = `
-- One row per event and entity it touches (user, device, IP...; the tenant itself is one too): the source of velocity.
create table activity (
  company_id uuid not null,
  entity_key uuid not null,
  occurred_at timestamptz not null,
  assessment_id uuid not null,
  kind text not null,
  amount_minor bigint,
  currency text,
  user_fp bigint not null,
  device_fp bigint,
  payment_fp bigint,
  transaction_fp bigint not null
) partition by range (occurred_at);
create index activity_by_entity on activity (company_id, entity_key, occurred_at desc);

create table risk_users (
  company_id uuid not null,
  user_key uuid not null,
  user_id text not null,
  first_seen_at timestamptz not null,
  primary key (company_id, user_key)
);

-- The edges of the graph: which user was seen with which indicator, since when.
create table user_indicators (
  company_id uuid not null,
  indicator_key uuid not null,
  user_key uuid not null,
  indicator_type text not null,
  first_seen_at timestamptz not null,
  primary key (company_id, indicator_key, user_key)
);
create index user_indicators_by_user on user_indicators (company_id, user_key, indicator_type, indicator_key);

create table user_features (
  company_id uuid not null,
  user_key uuid not null,
  pagerank double precision not null,
  betweenness double precision not null,
  knn_fraud_similarity double precision not null,
  fraud_distance integer,
  component_size integer not null,
  component_fraud_share double precision not null,
  computed_at timestamptz not null,
  primary key (company_id, user_key)
);

-- The history of outcomes; the latest of an assessment counts. applied_at is null until evidence follows it.
create table feedback (
  company_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  outcome text not null,
  source text not null,
  submitted_by uuid,
  recorded_at timestamptz not null,
  applied_at timestamptz,
  primary key (company_id, id)
);
create index feedback_by_assessment on feedback (company_id, assessment_id, id desc);
create index feedback_not_applied on feedback (recorded_at) where applied_at is null;

-- What the outcome of one assessment says about its user and each of its indicators.
create table evidence (
  company_id uuid not null,
  entity_key uuid not null,
  assessment_id uuid not null,
  user_key uuid not null,
  entity_type text not null,
  fraud_weight real not null,
  legitimate_weight real not null,
  event_at timestamptz not null,
  known_since timestamptz not null,
  primary key (company_id, entity_key, assessment_id)
);
create index evidence_by_entity on evidence (company_id, entity_key, known_since desc);
create index evidence_of_fraud on evidence (company_id, entity_key, known_since desc) where fraud_weight >= 1;

-- Confirmed fraud per indicator over all companies, and the global threats that follow from it. Keyed hashes only.
create table threat_reports (
  indicator_key uuid not null,
  company_id uuid not null,
  assessment_id uuid not null,
  transaction_id text not null,
  reported_at timestamptz not null,
  primary key (indicator_key, company_id, assessment_id)
);

create table global_threats (
  indicator_key uuid primary key,
  indicator_type text not null,
  confidence double precision not null,
  first_seen_at timestamptz not null
);
`;
