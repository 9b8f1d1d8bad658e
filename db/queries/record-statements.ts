import { PACK_SQL } from './packed-history.ts';

/** Parameters: $1 company, $2 the records as JSON. */
const RECORDS = `
record as (
  select * from json_to_recordset($2::json) as record (
    id uuid, source text, transaction_id text, user_id text, amount_minor bigint, currency text,
    occurred_at timestamptz, created_at timestamptz, risk_score float8, action text, recommended_action text,
    policy_mode text, risk_level text, reason_codes text[], feature_contributions json, engine_version text,
    latency_ms float8, indicators jsonb, request_context jsonb, kind text, user_fp bigint, device_fp bigint,
    payment_fp bigint, transaction_fp bigint, entity_keys uuid[], user_key uuid, edge_keys uuid[], edge_types text[],
    event_id uuid, idempotency_key text, external_event_id text, event_source text, event_type text, payload jsonb,
    label_ids uuid[], label_assessments uuid[], label_outcomes text[]
  )
)`;

/**
 * Everything that records add to the history of their entities, in the order of keys, so that two statements that add the
 * same rows cannot wait for each other. Expects what is to be stored in `accepted`.
 */
const INSERT_ASSESSMENTS = `
assessment as (
  insert into assessments (company_id, id, source, event_id, event_type, external_event_id, transaction_id, user_id,
    amount_minor, currency, occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level,
    reason_codes, feature_contributions, engine_version, latency_ms, indicators, request_context)
  select $1::uuid, id, source, event_id, event_type, external_event_id, transaction_id, user_id,
    amount_minor, currency, occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level,
    reason_codes, feature_contributions, engine_version, latency_ms, indicators, request_context
  from accepted
),
history as (
  insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, amount_minor, currency, user_fp,
    device_fp, payment_fp, transaction_fp, packed)
  select $1, entity_key, occurred_at, id, kind, amount_minor, currency, user_fp, device_fp, payment_fp, transaction_fp,
    packed
  from (select *, ${PACK_SQL} as packed from accepted offset 0) as once, unnest(entity_keys) as entity_key
),
known_user as (
  insert into risk_users (company_id, user_key, user_id, first_seen_at)
  select $1, user_key, user_id, occurred_at from accepted order by user_key, occurred_at
  on conflict do nothing
),
edges as (
  insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at, recorded_at)
  select $1, indicator.key, user_key, indicator.type, occurred_at, created_at
  from accepted, unnest(edge_keys, edge_types) as indicator (key, type)
  order by indicator.key, user_key, occurred_at
  on conflict do nothing
  returning user_key
),
-- Only a new edge changes the graph: a user who comes back with what it always had leaves no work behind.
change as (
  insert into graph_changes (company_id, user_key, id, changed_at)
  select $1, user_key, id, created_at from accepted where user_key in (select user_key from edges)
  returning id
)`;

/** Stores assessments with all they add to history. */
const STORE_ASSESSMENTS = `
with ${RECORDS},
accepted as (select * from record),
${INSERT_ASSESSMENTS}
select id, true as stored, id in (select id from change) as "graphChanged" from record`;

/** Nothing is stored of an event unless its idempotency key is new: every insert hangs on the row that claims it. */
const STORE_EVENTS = `
with ${RECORDS},
claimed as (
  insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
  select $1, idempotency_key, event_id, id, created_at from record order by idempotency_key
  on conflict do nothing
  returning event_id
),
accepted as (select * from record where event_id in (select event_id from claimed)),
stored_event as (
  insert into events (company_id, id, assessment_id, idempotency_key, external_event_id, event_source, event_type,
    user_id, occurred_at, received_at, payload)
  select $1, event_id, id, idempotency_key, external_event_id, event_source, event_type, user_id, occurred_at,
    created_at, payload
  from accepted
),
labels as (
  insert into feedback (company_id, id, assessment_id, outcome, source, recorded_at)
  select $1, label.id, label.assessment_id, label.outcome, 'event', created_at
  from accepted, unnest(label_ids, label_assessments, label_outcomes) as label (id, assessment_id, outcome)
),
${INSERT_ASSESSMENTS}
select id, id in (select id from accepted) as stored, id in (select id from change) as "graphChanged" from record`;

/** One row per record: its id, whether it was stored and whether it changed the graph. */
export const RECORD_STATEMENTS = {
  assessments: { name: 'record-assessments', text: STORE_ASSESSMENTS },
  events: { name: 'record-events', text: STORE_EVENTS },
} as const;
