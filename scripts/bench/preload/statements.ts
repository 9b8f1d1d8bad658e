import { PACK_SQL } from '../../../db/queries/packed-history.ts';
import { SKEW_SHIFT } from '../population.ts';

/*
 * History as the service would have written it, without the service: $1 is the company. Kept apart from db/queries,
 * because nothing but the bench may write like this.
 */

/** History goes back this far; its events are spread evenly. */
const SPAN = "interval '60 days'";
/** One event in a hundred has a known outcome, two in five of them are fraud. */
const LABELLED_SHARE = 0.01;
const FRAUD_SHARE = 0.4;

/** The graph as the background job would have left it. */
export const INSERT_USERS = `
  with known as (
    insert into risk_users (company_id, user_key, user_id, first_seen_at)
    select $1::uuid, user_key, user_id, now() - ${SPAN} from bench_users
  ), features as (
    insert into user_features (company_id, user_key, pagerank, betweenness, knn_fraud_similarity, fraud_distance,
      component_size, component_fraud_share, computed_at, as_of)
    select $1, user_key, 0.00005, 0, 0.1 * random(), null, 1 + floor(20 * random()), 0.05 * random(), now(), now()
    from bench_users
  )
  insert into user_indicators (company_id, indicator_key, user_key, indicator_type, first_seen_at)
  select $1, edge.key, user_key, edge.type, now() - ${SPAN}
  from bench_users, unnest(edge_keys, edge_types) as edge (key, type)
  on conflict do nothing`;

/** Events number $2 to $3 of $4 in all, the oldest first; $5 is how many users there are, $6 the share of the first. */
export const INSERT_EVENTS = `
  with drawn as materialized (
    select number as event_number, now() - ${SPAN} * (1 - number::float8 / $4::int) as occurred_at,
      case when random() < $6::float8 then 0 else
        floor(${SKEW_SHIFT} * power(($5::int + ${SKEW_SHIFT}) / ${SKEW_SHIFT}.0, random()::numeric) - ${SKEW_SHIFT})::int
      end as user_number,
      gen_random_uuid()::text as name,
      (array['payment_succeeded', 'payment_succeeded', 'order_created', 'login_event', 'payment_failed'])[ceil(5 * random())] as kind,
      (500 + 40000 * random() ^ 3)::bigint as amount_minor,
      (('x' || md5(random()::text))::bit(64))::bigint as transaction_fp,
      random() < ${LABELLED_SHARE} as labelled, random() < ${FRAUD_SHARE} as fraud
    from generate_series($2::int, $3::int) as number
  ), event as materialized (
    select drawn.*, bench_users.*, uuidv7(occurred_at - clock_timestamp()) as id,
      uuidv7(occurred_at - clock_timestamp()) as assessment_id
    from drawn join bench_users on bench_users.number = least(user_number, $5 - 1)
  ), keys as (
    insert into event_keys (company_id, idempotency_key, event_id, assessment_id, received_at)
    select $1::uuid, name, id, assessment_id, occurred_at from event
  ), stored as (
    insert into events (company_id, id, assessment_id, idempotency_key, external_event_id, event_source, event_type,
      user_id, occurred_at, received_at, payload)
    select $1, id, assessment_id, name, name, 'bench', kind, user_id, occurred_at, occurred_at,
      jsonb_build_object('companyId', $1::text, 'userId', user_id, 'idempotencyKey', name, 'eventType', kind,
        'metadata', jsonb_build_object('orderId', name))
    from event
  ), assessed as (
    insert into assessments (company_id, id, source, event_id, event_type, external_event_id, transaction_id, user_id,
      amount_minor, currency, occurred_at, created_at, risk_score, action, recommended_action, policy_mode, risk_level,
      reason_codes, feature_contributions, engine_version, latency_ms, indicators, request_context)
    select $1, assessment_id, 'ingest', id, kind, name, name, user_id, amount_minor, 'USD', occurred_at, occurred_at,
      12.5, 'allow', 'allow', 'hybrid', 'low', '{}', '{}', '1.2.0', 5, snapshot, '{}'
    from event
  ), history as (
    insert into activity (company_id, entity_key, occurred_at, assessment_id, kind, amount_minor, currency, user_fp,
      device_fp, payment_fp, transaction_fp, packed)
    select $1, key, occurred_at, assessment_id, kind, amount_minor, 'USD', user_fp, device_fp, payment_fp, transaction_fp,
      ${PACK_SQL}
    from (select *, 'USD' as currency from event) as event, unnest(tenant_key || entity_keys) as key
  )
  insert into evidence (company_id, entity_key, assessment_id, user_key, entity_type, fraud_weight, legitimate_weight,
    event_at, known_since)
  select $1, entity.key, assessment_id, user_key, entity.type, fraud::int, 1 - fraud::int, occurred_at, occurred_at
  from event, unnest(entity_keys, entity_types) as entity (key, type)
  where labelled`;

/** The usage of that history, as the roll-up job would have left it. */
export const ROLL_UP_USAGE = `
  with rolled_up as (
    insert into usage_rollups (company_id, metric, year, month, used)
    select $1::uuid, $2, extract(year from month)::int, extract(month from month)::int, count(*)
    from event_keys, date_trunc('month', received_at at time zone 'UTC') as month
    where company_id = $1
    group by month
  )
  insert into usage_watermarks (company_id, metric, through) values ($1, $2, now())`;
