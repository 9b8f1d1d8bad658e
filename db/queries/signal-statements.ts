import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import { HISTORY_LIMIT, RECENCY } from '../../engine/signals.ts';
import { PERSONAL_TYPES } from '../../engine/vocabulary.ts';
import { decaySql, unscaleSql } from './evidence-decay.ts';

/** The three sources of signals. One statement loads all; each can be loaded alone when that one fails. */
export type SignalSource = 'velocity' | 'graph' | 'evidence';

/** The latest outcomes of an entity that are looked at one by one; one with more is read from its calibration. */
export const EVIDENCE_LIMIT = 50;
/**
 * Every change has the features around it recomputed, and a company that was idle for a while has no changes: this only
 * bounds for how long a broken worker is believed. Measured against the tenant's event time.
 */
const FEATURES_MAX_AGE = "interval '30 days'";
/** An indicator of more users is none of a household. */
const HOUSEHOLD_USERS = 6;
/** Share of a normal distribution that lies below one standard deviation above its mean. */
const ONE_SIGMA = 0.8413;

/** Events of so many seconds, without failed payments and as many assessments as may have led to them. */
function attemptsSql(seconds: number): string {
  const count = (condition: string) => `count(*) filter (where age <= ${seconds} and ${condition})`;
  const failed = count("kind = 'payment_failed'");
  return `(${count('true')} - ${failed} - least(${count("kind = 'assess'")}, ${failed}))::int`;
}

/**
 * Parameters: $1 company, $2 moment, $3 user key, $4 entity keys, $5 tenant key, $6 currency, $7 transaction,
 * $8 keys of the personal indicators, $9 fingerprint of the device.
 */
const VELOCITY = `
cross join lateral (
  select
    count(*) filter (where age <= 60)::int as events1m,
    count(*) filter (where age <= 3600)::int as events1h,
    ${attemptsSql(60)} as attempts1m,
    ${attemptsSql(600)} as attempts10m,
    ${attemptsSql(3600)} as attempts1h,
    count(*) filter (where age <= 86400)::int as events24h,
    count(*) filter (where age <= 604800)::int as events7d,
    count(distinct user_fp) filter (where age <= 86400)::int as users24h,
    count(distinct payment_fp) filter (where age <= 86400)::int as payments24h,
    count(distinct payment_fp) filter (where age <= 3600 and kind = 'payment_failed')::int as failed_methods1h,
    count(distinct payment_fp) filter (where age <= 86400 and kind = 'payment_failed')::int as failed_methods24h,
    coalesce(sum(amount_minor) filter (where age <= 86400 and kind = 'payment_succeeded' and currency = $6), 0)::float8 as paid24h,
    count(*)::int as events,
    coalesce(max(age), 0)::float8 as span,
    count(log_amount)::int as amounts,
    percentile_cont(array[0.5, ${ONE_SIGMA}]) within group (order by log_amount) as log_amounts,
    max(log_amount)::float8 as most_log_amount,
    count(distinct device_fp) filter (where entity.position = 1)::int as devices,
    count(*) filter (where device_fp = $9)::int as events_on_device,
    min(age) filter (where kind = 'user_created')::float8 as since_signup
  from (
    select kind, amount_minor, currency, user_fp, payment_fp, device_fp,
      date_part('epoch', $2::timestamptz - occurred_at) as age,
      case when entity.key in ($3, $5) and currency = $6 and transaction_fp <> $7::bigint
        and (entity.key = $5 or occurred_at < $2::timestamptz - interval '1 hour')
        and kind not in ('refund_requested', 'refund_completed', 'dispute_opened', 'chargeback_received')
        then ln(1 + amount_minor::float8) end as log_amount
    from activity
    where company_id = $1 and entity_key = entity.key and occurred_at <= $2
    order by occurred_at desc
    limit ${HISTORY_LIMIT}
  ) recent
) velocity`;

/** The user itself always counts among the users of its indicators, also when it is seen with one for the first time. */
const GRAPH = `
cross join lateral (
  select 1 + count(*) filter (where first_seen_at <= $2 and user_key <> $3)::int as connections,
    count(*) filter (where first_seen_at <= $2 and first_seen_at > $2::timestamptz - interval '1 day' and user_key <> $3)::int
      as new_connections24h
  from (
    select user_key, first_seen_at from user_indicators
    where company_id = $1 and indicator_key = entity.key
    limit ${SUPER_CONNECTOR_LIMIT + 1}
  ) edges
) graph`;

/**
 * The latest outcomes of an entity as of the moment, one by one: all that is known of most entities. A day of outcomes
 * weighs 1, and RECENCY of that for each later one.
 */
const OUTCOMES = `
cross join lateral (
  select
    count(*)::int as outcomes,
    coalesce(sum(fraud_weight * decay), 0)::float8 as fraud,
    coalesce(sum(legitimate_weight * decay), 0)::float8 as legitimate,
    coalesce(sum(fraud_weight * decay * day_weight), 0)::float8 as recent_fraud,
    coalesce(sum(legitimate_weight * decay * day_weight), 0)::float8 as recent_legitimate,
    count(*) filter (where fraud_weight >= 1)::int as confirmed_fraud,
    date_part('epoch', $2::timestamptz - max(event_at) filter (where fraud_weight >= 1))::float8 as since_fraud,
    coalesce(sum(fraud_weight) > 0, false) as any_fraud,
    count(distinct user_key) filter (where fraud_weight >= 1 and user_key <> $3)::int as fraud_neighbors,
    coalesce(sum(decay * day_weight) filter (where fraud_weight >= 1 and user_key <> $3), 0)::float8 as fraud_neighbor_weight
  from (
    select *, power(${RECENCY}, dense_rank() over (order by day desc) - 1) / count(*) over (partition by day) as day_weight
    from (
      select fraud_weight, legitimate_weight, user_key, event_at, floor(date_part('epoch', event_at) / 86400) as day,
        ${decaySql('known_since', '$2::timestamptz')} as decay
      from evidence
      where company_id = $1 and entity_key = entity.key and known_since <= $2
      order by known_since desc
      limit ${EVIDENCE_LIMIT}
    ) latest
  ) weighted
) known`;

/** An entity with more outcomes than are read one by one is read from the calibration that a worker keeps of all. */
const EVIDENCE = `
cross join lateral (
  select
    case when known.outcomes < ${EVIDENCE_LIMIT} then known.fraud else coalesce(all_fraud, known.fraud) end as fraud_weight,
    case when known.outcomes < ${EVIDENCE_LIMIT} then known.legitimate else coalesce(all_legitimate, known.legitimate) end
      as legitimate_weight,
    case when known.any_fraud then (
      select count(*)::int from (
        select 1 from activity
        where company_id = $1 and entity_key = entity.key and occurred_at <= $2::timestamptz - interval '7 days'
        limit ${HISTORY_LIMIT}
      ) mature
    ) else 0 end as mature_events
  from (values (1)) as one
  left join lateral (
    select greatest(0, fraud_weight * ${unscaleSql('$2::timestamptz')}) as all_fraud,
      greatest(0, legitimate_weight * ${unscaleSql('$2::timestamptz')}) as all_legitimate
    from calibrations
    where known.outcomes = ${EVIDENCE_LIMIT} and company_id = $1 and entity_key = entity.key
  ) calibration on true
) evidence`;

/**
 * Peers of peers, over what a household shares: two steps through a crowd lead everywhere. At most 16 peers, 2 indicators of
 * each type of theirs, and 10 outcomes of each of those.
 */
const USER_GRAPH = `
  (select coalesce(sum(fraud_weight) filter (where fraud_weight >= 1), 0) > coalesce(sum(legitimate_weight), 0)
   from (select fraud_weight, legitimate_weight from evidence
     where company_id = $1 and entity_key = $3 and known_since <= $2
     order by known_since desc limit ${EVIDENCE_LIMIT}) own) as confirmed_fraud_user,
  (select first_seen_at from risk_users where company_id = $1 and user_key = $3) as first_seen_at,
  (select count(distinct confirmed.user_key)::int
   from (
     select distinct household.user_key
     from unnest($8::uuid[]) as mine (key)
     cross join lateral (
       select user_key, count(*) over () as users
       from (
         select user_key from user_indicators where company_id = $1 and indicator_key = mine.key
         limit ${HOUSEHOLD_USERS + 1}
       ) few
     ) household
     where household.users <= ${HOUSEHOLD_USERS} and household.user_key <> $3
     limit 16
   ) peer
   cross join unnest('{${PERSONAL_TYPES.join()}}'::text[]) as personal (type)
   cross join lateral (
     select indicator_key from user_indicators
     where company_id = $1 and user_key = peer.user_key and indicator_type = personal.type and indicator_key <> all ($8)
     order by indicator_key limit 2
   ) theirs
   cross join lateral (
     select user_key, fraud_weight from evidence
     where company_id = $1 and entity_key = theirs.indicator_key and known_since <= $2
     order by known_since desc limit 10
   ) confirmed
   where confirmed.fraud_weight >= 1 and confirmed.user_key not in ($3, peer.user_key)
     and (select count(*) from (
       select 1 from user_indicators where company_id = $1 and indicator_key = theirs.indicator_key
       limit ${HOUSEHOLD_USERS + 1}
     ) few) <= ${HOUSEHOLD_USERS}
  ) as fraud_within_two_hops,
  (select to_json(features) from user_features features
   where company_id = $1 and user_key = $3 and computed_at <= $2
     and computed_at > $2::timestamptz - ${FEATURES_MAX_AGE}) as features`;

const COLUMNS: Record<SignalSource, string> = {
  velocity: 'velocity.*',
  graph: 'graph.*, known.fraud_neighbors, known.fraud_neighbor_weight',
  evidence:
    'evidence.*, known.recent_fraud, known.recent_legitimate, known.since_fraud, known.confirmed_fraud, exists (select 1 from global_threats where indicator_key = entity.key) as global_threat',
};
const LATERALS: Record<SignalSource, readonly string[]> = {
  velocity: [VELOCITY],
  graph: [OUTCOMES, GRAPH],
  evidence: [OUTCOMES, EVIDENCE],
};

/** One row per entity and one for the tenant; the user's own place in the graph is on the first row only. */
function signalStatement(sources: readonly SignalSource[]): { name: string; text: string } {
  const columns = sources.map((source) => COLUMNS[source]);
  if (sources.includes('graph')) columns.push('user_graph.*');
  const userGraph = sources.includes('graph')
    ? `left join lateral (select ${USER_GRAPH} where entity.position = 1) user_graph on true`
    : '';
  // A statement must give every parameter a type, also those that its sources do not use.
  const typed = '$1::uuid, $2::timestamptz, $3::uuid, $5::uuid, $6::text, $7::bigint, $8::uuid[], $9::bigint';
  return {
    name: `load-signals-${sources.join('-')}`,
    text: `
      select ${columns.join(', ')}
      from unnest($4::uuid[] || $5::uuid) with ordinality as entity (key, position)
      ${[...new Set(sources.flatMap((source) => LATERALS[source]))].join('\n')}
      ${userGraph}
      where (${typed}) is not null or true
      order by entity.position`,
  };
}

const ALL_SOURCES: readonly SignalSource[] = ['velocity', 'graph', 'evidence'];
/** The statement of each choice of sources; one row per entity, the tenant's last. */
export const SIGNAL_STATEMENTS = {
  all: signalStatement(ALL_SOURCES),
  velocity: signalStatement(['velocity']),
  graph: signalStatement(['graph']),
  evidence: signalStatement(['evidence']),
};
