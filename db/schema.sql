-- Generated from the migrations by `npm run generate`; not run by anything.

create table account_tokens (
  company_id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'password-reset'::text]))),
  constraint account_tokens_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE,
  constraint account_tokens_pkey PRIMARY KEY (company_id, user_id, purpose),
  constraint account_tokens_company_id_token_hash_key UNIQUE (company_id, token_hash)
);

create table activity (
  company_id uuid not null,
  entity_key uuid not null,
  occurred_at timestamp with time zone not null,
  assessment_id uuid not null,
  kind text not null,
  amount_minor bigint,
  currency text,
  user_fp bigint not null,
  device_fp bigint,
  payment_fp bigint,
  transaction_fp bigint not null,
  packed bytea
) partition by RANGE (occurred_at);

create table analytics_days (
  company_id uuid not null,
  dimension text not null,
  day timestamp with time zone not null,
  value text not null,
  count bigint not null,
  score_sum numeric not null,
  constraint analytics_days_dimension_check CHECK ((dimension = ANY (ARRAY['verdict'::text, 'point'::text, 'reason'::text]))),
  constraint analytics_days_pkey PRIMARY KEY (company_id, dimension, day, value)
);

create table analytics_hours (
  company_id uuid not null,
  dimension text not null,
  hour timestamp with time zone not null,
  value text not null,
  count bigint not null,
  score_sum numeric not null,
  constraint analytics_hours_dimension_check CHECK ((dimension = ANY (ARRAY['verdict'::text, 'point'::text, 'reason'::text]))),
  constraint analytics_hours_pkey PRIMARY KEY (company_id, dimension, hour, value)
);

create table analytics_watermarks (
  company_id uuid not null,
  counted_below uuid not null,
  constraint analytics_watermarks_pkey PRIMARY KEY (company_id)
);

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
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  risk_score double precision not null,
  action text not null,
  recommended_action text not null,
  policy_mode text not null,
  risk_level text not null,
  reason_codes text[] not null,
  feature_contributions json not null,
  engine_version text not null,
  latency_ms double precision not null,
  indicators jsonb not null,
  request_context jsonb not null,
  constraint assessments_pkey PRIMARY KEY (company_id, id)
) partition by RANGE (id);

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
  created_at timestamp with time zone not null,
  constraint audit_logs_pkey PRIMARY KEY (company_id, id)
);

create table billing_events (
  provider text not null,
  provider_event_id text not null,
  payload jsonb not null,
  received_at timestamp with time zone not null,
  type text,
  provider_subscription_id text,
  occurred_at timestamp with time zone,
  settled_at timestamp with time zone,
  result text,
  reason text,
  next_attempt_at timestamp with time zone not null,
  constraint billing_events_check CHECK (((settled_at IS NULL) = (result IS NULL))),
  constraint billing_events_result_check CHECK ((result = ANY (ARRAY['applied'::text, 'ignored'::text, 'given_up'::text]))),
  constraint billing_events_pkey PRIMARY KEY (provider, provider_event_id)
);

create table calibrations (
  company_id uuid not null,
  entity_key uuid not null,
  entity_type text not null,
  fraud_weight double precision not null,
  legitimate_weight double precision not null,
  confirmed_fraud integer not null,
  outcomes integer not null,
  updated_at timestamp with time zone not null,
  constraint calibrations_pkey PRIMARY KEY (company_id, entity_key)
);

create table companies (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (id)
);

create table emails (
  company_id uuid not null,
  id uuid not null,
  template text not null,
  recipient text not null,
  sealed text,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint emails_check CHECK (((status = 'pending'::text) = (sealed IS NOT NULL))),
  constraint emails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))),
  constraint emails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint emails_pkey PRIMARY KEY (company_id, id)
);

create table event_keys (
  company_id uuid not null,
  idempotency_key text not null,
  event_id uuid not null,
  assessment_id uuid not null,
  received_at timestamp with time zone not null,
  constraint event_keys_pkey PRIMARY KEY (company_id, idempotency_key)
);

create table events (
  company_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  idempotency_key text not null,
  external_event_id text not null,
  event_source text not null,
  event_type text not null,
  user_id text not null,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  payload jsonb not null,
  constraint events_pkey PRIMARY KEY (company_id, id)
) partition by RANGE (id);

create table evidence (
  company_id uuid not null,
  entity_key uuid not null,
  assessment_id uuid not null,
  user_key uuid not null,
  entity_type text not null,
  fraud_weight real not null,
  legitimate_weight real not null,
  event_at timestamp with time zone not null,
  known_since timestamp with time zone not null,
  counted_fraud double precision not null default 0,
  counted_legitimate double precision not null default 0,
  counted_confirmed integer not null default 0,
  constraint evidence_pkey PRIMARY KEY (company_id, entity_key, assessment_id)
);

create table feedback (
  company_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  outcome text not null,
  source text not null,
  submitted_by uuid,
  recorded_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  constraint feedback_pkey PRIMARY KEY (company_id, id)
);

create table global_threats (
  indicator_key uuid not null,
  indicator_type text not null,
  confidence double precision not null,
  first_seen_at timestamp with time zone not null,
  constraint global_threats_pkey PRIMARY KEY (indicator_key)
);

create table graph_changes (
  company_id uuid not null,
  user_key uuid not null,
  id uuid not null,
  changed_at timestamp with time zone not null,
  constraint graph_changes_pkey PRIMARY KEY (company_id, user_key, id)
);

create table graph_passes (
  company_id uuid not null,
  as_of timestamp with time zone not null,
  users bigint not null,
  edges bigint not null,
  super_connectors integer not null,
  duration_ms double precision not null,
  peak_bytes bigint not null,
  constraint graph_passes_pkey PRIMARY KEY (company_id)
);

create unlogged table ingest_nonces (
  company_id uuid not null,
  nonce_hash uuid not null,
  expires_at timestamp with time zone not null,
  constraint ingest_nonces_pkey PRIMARY KEY (company_id, nonce_hash)
);

create table invitations (
  company_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  invited_by_email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_user_id uuid,
  revoked_at timestamp with time zone,
  constraint invitations_check CHECK (((accepted_at IS NULL) = (accepted_user_id IS NULL))),
  constraint invitations_check1 CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'analyst'::text]))),
  constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint invitations_pkey PRIMARY KEY (company_id, id),
  constraint invitations_company_id_token_hash_key UNIQUE (company_id, token_hash)
);

create table login_failures (
  company_id uuid not null,
  email_key uuid not null,
  failed_at timestamp with time zone not null
);

create table password_reset_requests (
  company_id uuid not null,
  id uuid not null,
  email_key uuid not null,
  sealed text,
  requested_at timestamp with time zone not null,
  constraint password_reset_requests_pkey PRIMARY KEY (company_id, id)
);

create table plans (
  id uuid not null,
  code text not null,
  name text not null,
  price_minor bigint not null,
  currency text not null,
  billing_interval text not null,
  features text[] not null,
  monthly_event_limit bigint,
  ingest_rate_per_minute integer not null,
  active boolean not null default true,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_code_key UNIQUE (code)
);

create table policies (
  company_id uuid not null,
  policy_mode text not null,
  review_threshold double precision not null,
  block_threshold double precision not null,
  graph_unavailable text not null,
  velocity_unavailable text not null,
  contagion_guard boolean not null,
  contagion_minimum_action text not null,
  version integer not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  scoring_profile text not null,
  constraint policies_check CHECK ((((0)::double precision < review_threshold) AND (review_threshold < block_threshold) AND (block_threshold <= (100)::double precision))),
  constraint policies_contagion_minimum_action_check CHECK ((contagion_minimum_action = ANY (ARRAY['allow'::text, 'review'::text, 'block'::text]))),
  constraint policies_graph_unavailable_check CHECK ((graph_unavailable = ANY (ARRAY['allow'::text, 'review'::text, 'block'::text]))),
  constraint policies_policy_mode_check CHECK ((policy_mode = ANY (ARRAY['hybrid'::text, 'advisory'::text, 'shadow'::text]))),
  constraint policies_scoring_profile_check CHECK ((scoring_profile = ANY (ARRAY['default'::text, 'adaptive'::text]))),
  constraint policies_velocity_unavailable_check CHECK ((velocity_unavailable = ANY (ARRAY['allow'::text, 'review'::text, 'block'::text]))),
  constraint policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint policies_pkey PRIMARY KEY (company_id)
);

create unlogged table rate_limit_windows (
  key text not null,
  window_start timestamp with time zone not null,
  used bigint not null,
  ends_at timestamp with time zone not null,
  constraint rate_limit_windows_pkey PRIMARY KEY (key, window_start)
);

create table review_moves (
  company_id uuid not null,
  review_id uuid not null,
  id uuid not null,
  from_status text,
  to_status text not null,
  actor_id uuid not null,
  actor_email text not null,
  moved_at timestamp with time zone not null,
  constraint review_moves_company_id_review_id_fkey FOREIGN KEY (company_id, review_id) REFERENCES reviews(company_id, id) ON DELETE CASCADE,
  constraint review_moves_pkey PRIMARY KEY (company_id, review_id, id)
);

create table reviews (
  company_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  status text not null,
  analyst_id uuid not null,
  analyst_email text not null,
  analyst_note text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint reviews_check CHECK (((status = ANY (ARRAY['open'::text, 'in_review'::text, 'escalated'::text])) = (closed_at IS NULL))),
  constraint reviews_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_review'::text, 'escalated'::text, 'confirmed_fraud'::text, 'false_positive'::text, 'closed'::text, 'resolved'::text]))),
  constraint reviews_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint reviews_pkey PRIMARY KEY (company_id, id)
);

create table risk_users (
  company_id uuid not null,
  user_key uuid not null,
  user_id text not null,
  first_seen_at timestamp with time zone not null,
  confirmed_fraud boolean not null default false,
  constraint risk_users_pkey PRIMARY KEY (company_id, user_key)
);

create table scoring_models (
  company_id uuid not null,
  version integer not null,
  trained_at timestamp with time zone not null,
  frauds integer not null,
  legitimate integer not null,
  held_out_precision double precision not null,
  model jsonb not null,
  constraint scoring_models_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint scoring_models_pkey PRIMARY KEY (company_id, version)
);

create table scoring_states (
  company_id uuid not null,
  version integer,
  is_used boolean not null default false,
  trained_until uuid,
  trained_outcomes integer not null default 0,
  trained_frauds integer not null default 0,
  compared_until uuid,
  compared_at timestamp with time zone,
  compared_frauds integer,
  default_precision double precision,
  adaptive_precision double precision,
  constraint scoring_states_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint scoring_states_pkey PRIMARY KEY (company_id)
);

create table sessions (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  refresh_token_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  cookie_hash bytea,
  ends_at timestamp with time zone,
  constraint sessions_proof CHECK (((num_nonnulls(refresh_token_id, cookie_hash) = 1) AND ((cookie_hash IS NULL) = (ends_at IS NULL)))),
  constraint sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (company_id, id)
);

create table signing_secrets (
  company_id uuid not null,
  ciphertext text not null,
  prefix text not null,
  rotated_at timestamp with time zone not null,
  constraint signing_secrets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint signing_secrets_pkey PRIMARY KEY (company_id)
);

create table subscriptions (
  company_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  status text not null,
  provider text,
  provider_subscription_id text,
  provider_customer_id text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  metadata jsonb,
  created_at timestamp with time zone not null,
  checkout_url text,
  checkout_expires_at timestamp with time zone,
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text]))),
  constraint subscriptions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint subscriptions_pkey PRIMARY KEY (company_id, id)
);

create table super_connectors (
  company_id uuid not null,
  indicator_key uuid not null,
  indicator_type text not null,
  connections integer not null,
  found_at timestamp with time zone not null,
  constraint super_connectors_pkey PRIMARY KEY (company_id, indicator_key)
);

create table threat_deliveries (
  company_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_status_code integer,
  last_error text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint threat_deliveries_check CHECK (((status = 'pending'::text) = (completed_at IS NULL))),
  constraint threat_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text]))),
  constraint threat_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint threat_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint threat_deliveries_company_id_subscription_id_event_id_key UNIQUE (company_id, subscription_id, event_id)
);

create table threat_delivery_attempts (
  company_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  started_at timestamp with time zone not null,
  duration_ms double precision not null,
  status_code integer,
  error text,
  response_body text,
  constraint threat_delivery_attempts_company_id_delivery_id_fkey FOREIGN KEY (company_id, delivery_id) REFERENCES threat_deliveries(company_id, id) ON DELETE CASCADE,
  constraint threat_delivery_attempts_pkey PRIMARY KEY (company_id, delivery_id, id)
);

create table threat_events (
  id uuid not null,
  indicator_key uuid not null,
  indicator_type text not null,
  confidence double precision not null,
  first_seen_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  constraint threat_events_pkey PRIMARY KEY (id)
);

create table threat_reports (
  indicator_key uuid not null,
  company_id uuid not null,
  assessment_id uuid not null,
  transaction_id text not null,
  reported_at timestamp with time zone not null,
  constraint threat_reports_pkey PRIMARY KEY (indicator_key, company_id, assessment_id)
);

create table threat_subscriptions (
  company_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  event_types text[] not null,
  status text not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  secret_ciphertext text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint threat_subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint threat_subscriptions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint threat_subscriptions_pkey PRIMARY KEY (company_id, id)
);

create table usage_rollups (
  company_id uuid not null,
  metric text not null,
  year integer not null,
  month integer not null,
  used bigint not null,
  constraint usage_rollups_pkey PRIMARY KEY (company_id, metric, year, month)
);

create table usage_watermarks (
  company_id uuid not null,
  metric text not null,
  through timestamp with time zone not null,
  constraint usage_watermarks_pkey PRIMARY KEY (company_id, metric)
);

create table user_features (
  company_id uuid not null,
  user_key uuid not null,
  pagerank double precision not null,
  betweenness double precision not null,
  knn_fraud_similarity double precision not null,
  fraud_distance integer,
  component_size integer not null,
  component_fraud_share double precision not null,
  computed_at timestamp with time zone not null,
  as_of timestamp with time zone not null,
  constraint user_features_pkey PRIMARY KEY (company_id, user_key)
);

create table user_indicators (
  company_id uuid not null,
  indicator_key uuid not null,
  user_key uuid not null,
  indicator_type text not null,
  first_seen_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint user_indicators_pkey PRIMARY KEY (company_id, indicator_key, user_key)
);

create table users (
  company_id uuid not null,
  id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null,
  full_name text,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'analyst'::text]))),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_company_id_email_key UNIQUE (company_id, email)
);

CREATE INDEX account_tokens_by_expiry ON public.account_tokens USING btree (expires_at);

CREATE INDEX activity_by_entity ON ONLY public.activity USING btree (company_id, entity_key, occurred_at DESC);

CREATE INDEX assessments_by_external_event_prefix ON ONLY public.assessments USING btree (company_id, external_event_id text_pattern_ops, id) INCLUDE (action, risk_level, risk_score, amount_minor) WHERE (external_event_id <> transaction_id);

CREATE INDEX assessments_by_reason ON ONLY public.assessments USING btree (company_id, id) INCLUDE (reason_codes, action, risk_level, risk_score, amount_minor) WHERE (reason_codes <> '{}'::text[]);

CREATE INDEX assessments_by_transaction_prefix ON ONLY public.assessments USING btree (company_id, transaction_id text_pattern_ops, id) INCLUDE (action, risk_level, risk_score, amount_minor);

CREATE INDEX assessments_by_user_prefix ON ONLY public.assessments USING btree (company_id, user_id text_pattern_ops, id) INCLUDE (action, risk_level, risk_score, amount_minor);

CREATE INDEX assessments_by_verdict ON ONLY public.assessments USING btree (company_id, action, risk_level, id) INCLUDE (risk_score, amount_minor);

CREATE INDEX assessments_by_verdict_and_amount ON ONLY public.assessments USING btree (company_id, action, risk_level, amount_minor, id);

CREATE INDEX assessments_by_verdict_and_score ON ONLY public.assessments USING btree (company_id, action, risk_level, risk_score, id);

CREATE INDEX audit_logs_by_action ON public.audit_logs USING btree (company_id, action, id DESC);

CREATE INDEX audit_logs_by_actor ON public.audit_logs USING btree (company_id, actor_id, id DESC);

CREATE INDEX billing_events_by_subscription ON public.billing_events USING btree (provider, provider_subscription_id, occurred_at, provider_event_id);

CREATE INDEX billing_events_to_apply ON public.billing_events USING btree (next_attempt_at) WHERE (settled_at IS NULL);

CREATE INDEX emails_settled ON public.emails USING btree (created_at) WHERE (status <> 'pending'::text);

CREATE INDEX emails_to_send ON public.emails USING btree (next_attempt_at) WHERE (status = 'pending'::text);

CREATE INDEX event_keys_by_receipt ON public.event_keys USING btree (company_id, received_at);

CREATE INDEX evidence_by_entity ON public.evidence USING btree (company_id, entity_key, known_since DESC);

CREATE INDEX evidence_of_fraud ON public.evidence USING btree (company_id, entity_key, known_since DESC) WHERE (fraud_weight >= (1)::double precision);

CREATE INDEX feedback_by_assessment ON public.feedback USING btree (company_id, assessment_id, id DESC);

CREATE INDEX feedback_not_applied ON public.feedback USING btree (recorded_at) WHERE (applied_at IS NULL);

CREATE INDEX graph_changes_by_age ON public.graph_changes USING btree (changed_at);

CREATE INDEX ingest_nonces_by_expiry ON public.ingest_nonces USING btree (expires_at);

CREATE INDEX invitations_by_expiry ON public.invitations USING btree (expires_at);

CREATE INDEX login_failures_by_account ON public.login_failures USING btree (company_id, email_key, failed_at);

CREATE INDEX login_failures_by_age ON public.login_failures USING btree (failed_at);

CREATE INDEX password_reset_requests_by_account ON public.password_reset_requests USING btree (company_id, email_key, requested_at);

CREATE INDEX password_reset_requests_by_age ON public.password_reset_requests USING btree (requested_at);

CREATE INDEX password_reset_requests_waiting ON public.password_reset_requests USING btree (requested_at) WHERE (sealed IS NOT NULL);

CREATE INDEX rate_limit_windows_by_end ON public.rate_limit_windows USING btree (ends_at);

CREATE INDEX reviews_by_assessment ON public.reviews USING btree (company_id, assessment_id, id DESC);

CREATE INDEX reviews_by_status ON public.reviews USING btree (company_id, status, id DESC);

CREATE INDEX risk_users_confirmed_fraud ON public.risk_users USING btree (company_id, user_key) WHERE confirmed_fraud;

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_by_user_and_start ON public.sessions USING btree (company_id, user_id, created_at);

CREATE INDEX subscriptions_running ON public.subscriptions USING btree (ends_at) WHERE (status = 'active'::text);

CREATE INDEX threat_deliveries_attempted ON public.threat_deliveries USING btree (company_id, subscription_id, last_attempt_at DESC) WHERE (last_attempt_at IS NOT NULL);

CREATE INDEX threat_deliveries_by_status ON public.threat_deliveries USING btree (company_id, subscription_id, status, event_id DESC);

CREATE INDEX threat_deliveries_claimed ON public.threat_deliveries USING btree (company_id, subscription_id, claimed_until) WHERE ((status = 'pending'::text) AND (claimed_until IS NOT NULL));

CREATE INDEX threat_deliveries_due ON public.threat_deliveries USING btree (company_id, subscription_id, next_attempt_at) WHERE (status = 'pending'::text);

CREATE INDEX threat_deliveries_settled ON public.threat_deliveries USING btree (completed_at) WHERE (status <> 'pending'::text);

CREATE INDEX threat_events_not_dispatched ON public.threat_events USING btree (created_at) WHERE (dispatched_at IS NULL);

CREATE INDEX threat_subscriptions_newest ON public.threat_subscriptions USING btree (company_id, created_at DESC, id DESC);

CREATE INDEX user_indicators_by_arrival ON public.user_indicators USING btree (company_id, indicator_key, recorded_at);

CREATE INDEX user_indicators_by_user ON public.user_indicators USING btree (company_id, user_key, indicator_type, indicator_key);

CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (company_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX reviews_in_progress ON public.reviews USING btree (company_id, assessment_id) WHERE (closed_at IS NULL);

CREATE UNIQUE INDEX subscriptions_by_provider ON public.subscriptions USING btree (provider, provider_subscription_id) WHERE (provider_subscription_id IS NOT NULL);

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE TRIGGER audit_logs_append_only BEFORE DELETE OR UPDATE ON public.audit_logs FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON public.audit_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
