import type { Knex } from 'knex';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import type { EntityType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { latestEventSql } from './event-time.ts';

/** What lies one hop further than some users. */
export interface Hop {
  /** There are more edges than are looked at; of the last indicator then not all users are known. */
  isCutOff: boolean;
  /** Some user has more indicators than are looked at. */
  capped: boolean;
  /** The most personal first. Null when there are none, or when they are wanted only in full and are not. */
  indicators: FoundIndicator[] | null;
}

export interface FoundIndicator {
  key: HashKey;
  type: EntityType;
  /** User keys in order, with commas between them: a row or an object for each would be most of the work of a job. */
  users: string;
}

/** Where a neighbourhood starts: the moment of its data, and the first hop if the user is due. */
export interface Start extends Hop {
  /** A change waits for the user. */
  due: boolean;
  /** The user is confirmed fraud, or was when its features were stored: what its peers are close to may have changed. */
  labelled: boolean;
  /** The largest component that its peers, or the user itself, are known to belong to; 0 when none is known. */
  componentSize: number;
  asOf: Date;
  eventTime: Date;
}

/** A user with more indicators of one type than this is seen in part; the full pass sees them all. */
const INDICATORS_PER_TYPE = 100;
/** The most personal first: what is cut off is the least telling. */
const EDGE_TYPES = '{device,payment,email,phone,address,ip}';
/** Edges of one hop, at most; a hop with more is left out. */
const EDGES_PER_HOP = 5_000;

/** The first hop is worth having even in part. */
export async function findStart(
  transaction: Knex.Transaction,
  companyId: string,
  { userKey, tenantKey, now }: { userKey: HashKey; tenantKey: HashKey; now: Date },
): Promise<Start | undefined> {
  const parameters = { companyId, userKey, tenantKey, now, knownIndicators: [], evenInPart: true };
  const query = transaction.raw<{ rows: Start[] }>(FIND_START, parameters).options({ name: 'graph-start' });
  return (await query).rows[0];
}

/** All users of the indicators of these users, if that is all of them; known indicators are left out. */
export async function findHop(
  transaction: Knex.Transaction,
  companyId: string,
  userKeys: HashKey[],
  knownIndicators: HashKey[],
): Promise<Hop> {
  const parameters = { companyId, userKeys, knownIndicators, evenInPart: false };
  const query = transaction.raw<{ rows: Hop[] }>(FIND_HOP, parameters).options({ name: 'graph-hop' });
  return (await query).rows[0] ?? { isCutOff: false, capped: false, indicators: null };
}

/**
 * SQL of the tables that end with `hop`. Each of `theirs` is an edge: more of them than are looked at need no counting of
 * all users.
 *
 * @param around SQL of the users to go on from
 */
const hopSql = (around: string) => `
  theirs as materialized (
    select seen.indicator_key, kind.type, kind.rank, seen.place > ${INDICATORS_PER_TYPE} as capped
    from (${around}) as around (user_key)
    cross join unnest('${EDGE_TYPES}'::text[]) with ordinality as kind (type, rank)
    cross join lateral (
      select indicator_key, row_number() over (order by indicator_key) as place from user_indicators
      where company_id = :companyId and user_key = around.user_key and indicator_type = kind.type
      order by indicator_key limit ${INDICATORS_PER_TYPE + 1}
    ) seen
    where seen.indicator_key not in (select unnest(cast(:knownIndicators as uuid[])))
      and not exists (select 1 from super_connectors
        where company_id = :companyId and indicator_key = seen.indicator_key)
    limit ${EDGES_PER_HOP + 1}
  ),
  found as materialized (
    select indicator_key, type, row_number() over (order by rank, indicator_key) as position
    from theirs group by rank, type, indicator_key
  ),
  edges as materialized (
    select found.position, edge.user_key
    from (select position, indicator_key from found order by position) found
    cross join lateral (
      select user_key from user_indicators
      where company_id = :companyId and indicator_key = found.indicator_key
      order by user_key limit ${SUPER_CONNECTOR_LIMIT + 1}
    ) edge
    limit ${EDGES_PER_HOP + 1}
  ),
  size as materialized (
    select capped, total > ${EDGES_PER_HOP} or (select count(*) from edges) > ${EDGES_PER_HOP} as is_cut_off
    from (select count(*) as total, coalesce(bool_or(capped), false) as capped from theirs) theirs
  ),
  hop as (
    select capped, is_cut_off as "isCutOff", case when :evenInPart or not (capped or is_cut_off) then (
      select json_agg(json_build_object('key', indicator_key, 'type', type, 'users', users) order by position)
      from (select position, string_agg(user_key::text, ',') as users from edges group by position) sharing
      join found using (position)
    ) end as indicators
    from size
  )`;

const FIND_START = `
  with moment as materialized (
    select exists (select 1 from graph_changes where company_id = :companyId and user_key = :userKey) as due,
      exists (select 1 from risk_users where company_id = :companyId and user_key = :userKey and confirmed_fraud)
        or exists (select 1 from user_features where company_id = :companyId and user_key = :userKey and fraud_distance = 0)
        as labelled,
      clock_timestamp() as "asOf",
      least(${latestEventSql(':companyId', ':tenantKey')}, cast(:now as timestamptz)) as "eventTime"
  ),
  ${hopSql('select cast(:userKey as uuid) from moment where due')}
  select moment.*, hop.*, (
    select coalesce(max(component_size), 0) from user_features
    where company_id = :companyId and user_key in (select user_key from edges)
  ) as "componentSize"
  from moment cross join hop`;

const FIND_HOP = `with ${hopSql('select unnest(cast(:userKeys as uuid[]))')} select * from hop`;
