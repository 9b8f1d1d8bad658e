import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import { WEEK_SECONDS } from '../../engine/history.ts';
import { HISTORY_LIMIT, RECENCY } from '../../engine/signals.ts';
import { PERSONAL_TYPES } from '../../engine/vocabulary.ts';
import { decaySql, unscaleSql } from './evidence-decay.ts';
import { PACK_SQL } from './packed-history.ts';

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

/**
 * Parameters: $1 company; of each entity of each request its $2 request (counted from 1), $3 key and $7 whether all of its
 * history counts; of each request its $4 moment, $5 user key, $6 keys of the personal indicators.
 */
const ENTITIES = `
from unnest($2::int[], $3::uuid[], $7::bool[]) with ordinality as entity (request, key, is_lasting, position)
cross join lateral (
  select ($4::timestamptz[])[entity.request] as moment, ($5::uuid[])[entity.request] as user_key,
    (($6::text[])[entity.request])::uuid[] as personal_keys
) asked`;

/** The latest events of an entity, packed. Rows of before there was that column are packed as they are read. */
const VELOCITY = `
cross join lateral (
  select string_agg(coalesce(packed, ${PACK_SQL}), '') as history
  from (
    select * from activity
    where company_id = $1 and entity_key = entity.key and occurred_at <= asked.moment
      and occurred_at >= case when entity.is_lasting then '-infinity' else asked.moment - interval '${WEEK_SECONDS} seconds' end
    order by occurred_at desc
    limit ${HISTORY_LIMIT}
  ) recent
) velocity`;

/** The user itself always counts among the users of its indicators, also when it is seen with one for the first time. */
const GRAPH = `
cross join lateral (
  select 1 + count(*) filter (where first_seen_at <= asked.moment and user_key <> asked.user_key)::int as connections,
    count(*) filter (where first_seen_at <= asked.moment and first_seen_at > asked.moment - interval '1 day' and user_key <> asked.user_key)::int
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
    date_part('epoch', asked.moment - max(event_at) filter (where fraud_weight >= 1))::float8 as since_fraud,
    coalesce(sum(fraud_weight) > 0, false) as any_fraud,
    count(distinct user_key) filter (where fraud_weight >= 1 and user_key <> asked.user_key)::int as fraud_neighbors,
    coalesce(sum(decay * day_weight) filter (where fraud_weight >= 1 and user_key <> asked.user_key), 0)::float8 as fraud_neighbor_weight
  from (
    select *, power(${RECENCY}, dense_rank() over (order by day desc) - 1) / count(*) over (partition by day) as day_weight
    from (
      select fraud_weight, legitimate_weight, user_key, event_at, floor(date_part('epoch', event_at) / 86400) as day,
        ${decaySql('known_since', 'asked.moment')} as decay
      from evidence
      where company_id = $1 and entity_key = entity.key and known_since <= asked.moment
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
        where company_id = $1 and entity_key = entity.key and occurred_at <= asked.moment - interval '7 days'
        limit ${HISTORY_LIMIT}
      ) mature
    ) else 0 end as mature_events
  from (values (1)) as one
  left join lateral (
    select greatest(0, fraud_weight * ${unscaleSql('asked.moment')}) as all_fraud,
      greatest(0, legitimate_weight * ${unscaleSql('asked.moment')}) as all_legitimate
    from calibrations
    where known.outcomes = ${EVIDENCE_LIMIT} and company_id = $1 and entity_key = entity.key
  ) calibration on true
) evidence`;

/**
 * Peers of peers, over what a household shares: two steps through a crowd lead everywhere. At most 16 peers, 2 indicators of
 * each type of theirs, and 10 outcomes of each of those.
 */
const USER_GRAPH = `
cross join lateral (
  select
    case when entity.key = asked.user_key then (
      select coalesce(sum(fraud_weight) filter (where fraud_weight >= 1), 0) > coalesce(sum(legitimate_weight), 0)
      from (
        select fraud_weight, legitimate_weight from evidence
        where company_id = $1 and entity_key = entity.key and known_since <= asked.moment
        order by known_since desc limit ${EVIDENCE_LIMIT}
      ) own
    ) end as confirmed_fraud_user,
    case when entity.key = asked.user_key then
      (select first_seen_at from risk_users where company_id = $1 and user_key = entity.key)
    end as first_seen_at,
    case when entity.key = asked.user_key then (
      select count(distinct confirmed.user_key)::int
     from (
       select distinct household.user_key
       from unnest(asked.personal_keys) as mine (key)
       cross join lateral (
         select user_key, count(*) over () as users
         from (
           select user_key from user_indicators where company_id = $1 and indicator_key = mine.key
           limit ${HOUSEHOLD_USERS + 1}
         ) few
       ) household
       where household.users <= ${HOUSEHOLD_USERS} and household.user_key <> entity.key
       limit 16
     ) peer
     cross join unnest('{${PERSONAL_TYPES.join()}}'::text[]) as personal (type)
     cross join lateral (
       select indicator_key from user_indicators
       where company_id = $1 and user_key = peer.user_key and indicator_type = personal.type
         and indicator_key <> all (asked.personal_keys)
       order by indicator_key limit 2
     ) theirs
     cross join lateral (
       select user_key, fraud_weight from evidence
       where company_id = $1 and entity_key = theirs.indicator_key and known_since <= asked.moment
       order by known_since desc limit 10
     ) confirmed
     where confirmed.fraud_weight >= 1 and confirmed.user_key not in (entity.key, peer.user_key)
       and (select count(*) from (
         select 1 from user_indicators where company_id = $1 and indicator_key = theirs.indicator_key
         limit ${HOUSEHOLD_USERS + 1}
       ) few) <= ${HOUSEHOLD_USERS}
    ) end as fraud_within_two_hops,
    case when entity.key = asked.user_key then
    (select to_json(features) from user_features features
     where company_id = $1 and user_key = entity.key and computed_at <= asked.moment
       and computed_at > asked.moment - ${FEATURES_MAX_AGE})
    end as features
) user_graph`;

const COLUMNS: Record<SignalSource, string> = {
  velocity: 'velocity.*',
  graph: 'graph.*, known.fraud_neighbors, known.fraud_neighbor_weight, user_graph.*',
  evidence:
    'evidence.*, known.recent_fraud, known.recent_legitimate, known.since_fraud, known.confirmed_fraud, exists (select 1 from global_threats where indicator_key = entity.key) as global_threat',
};
const LATERALS: Record<SignalSource, readonly string[]> = {
  velocity: [VELOCITY],
  graph: [OUTCOMES, GRAPH, USER_GRAPH],
  evidence: [OUTCOMES, EVIDENCE],
};

/**
 * One row per entity of each request, in their order; the user's own place in the graph is on the row of the user. Several
 * requests at once spare each of them most of what it takes to start a statement of this size.
 */
function signalStatement(sources: readonly SignalSource[]): { name: string; text: string } {
  const columns = sources.map((source) => COLUMNS[source]);
  // A statement must give every parameter a type, also those that its sources do not use.
  const typed = '$1::uuid, $2::int[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::bool[]';
  return {
    name: `load-signals-${sources.join('-')}`,
    text: `
      select ${columns.join(', ')}
      ${ENTITIES}
      ${[...new Set(sources.flatMap((source) => LATERALS[source]))].join('\n')}
      where (${typed}) is not null or true
      order by entity.position`,
  };
}

const ALL_SOURCES: readonly SignalSource[] = ['velocity', 'graph', 'evidence'];
/** The statement of each choice of sources; one row per entity, the tenant's last for each request. */
export const SIGNAL_STATEMENTS = {
  all: signalStatement(ALL_SOURCES),
  velocity: signalStatement(['velocity']),
  graph: signalStatement(['graph']),
  evidence: signalStatement(['evidence']),
};
