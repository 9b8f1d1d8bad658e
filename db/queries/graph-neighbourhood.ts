import type { Knex } from 'knex';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import type { EntityType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';
import { latestEventSql } from './event-time.ts';
import { describeUsers, findConfirmedFraud, type CompleteUser } from './graph-users.ts';

/** How far around a user the graph is loaded. A component within these bounds is loaded as a whole. */
export interface NeighbourhoodBounds {
  hops: number;
  /** A component of more users is not loaded as a whole. */
  users: number;
  /** Of a larger one, so many users are followed: those nearest to the one asked for. */
  followed: number;
}

/** A user and what connects it to others, all of one moment. */
export interface Neighbourhood {
  /** The moment of the data: features of a later moment stay. */
  asOf: Date;
  /** Event time of the tenant at that moment. */
  eventTime: Date;
  /** The user asked for first, then by distance. */
  users: HashKey[];
  /** The first so many of them: they are loaded with all their indicators, and those with all their users. */
  complete: CompleteUser[];
  /** How many hops around each of these are loaded in full. */
  radii: number[];
  /** Not even the user asked for is loaded with all its indicators and their users. */
  partial: boolean;
  confirmedFraud: ReadonlySet<HashKey>;
  indicators: { key: HashKey; type: EntityType }[];
  /** The two ends of each edge, as positions in `users` and `indicators`. */
  edgeUsers: number[];
  edgeIndicators: number[];
  superConnectors: { key: HashKey; type: EntityType; connections: number }[];
}

/** A user with more indicators of one type than this is seen in part; the full pass sees them all. */
const INDICATORS_PER_TYPE = 100;
/** The most personal first: what is cut off is the least telling. */
const EDGE_TYPES = '{device,payment,email,phone,address,ip}';
/** Edges of one hop, at most; a hop with more is left out. */
const EDGES_PER_HOP = 5_000;

/**
 * Loads the graph around a user, hop by hop, until its component ends or a bound is reached.
 *
 * @returns undefined when no change waits for this user: somebody else has recomputed it
 */
export async function loadNeighbourhood(
  connection: Connection,
  companyId: string,
  { userKey, tenantKey, now }: { userKey: HashKey; tenantKey: HashKey; now: Date },
  bounds: NeighbourhoodBounds,
): Promise<Neighbourhood | undefined> {
  return connection.transaction(
    async (transaction) => {
      const moment = await findMoment(transaction, companyId, { userKey, tenantKey, now });
      if (!moment.due) return undefined;
      const reached = await reachUsers(transaction, companyId, userKey, bounds);
      const users = [...reached.users.keys()];
      return {
        asOf: moment.asOf,
        eventTime: moment.eventTime,
        users,
        complete: await describeUsers(transaction, companyId, users.slice(0, reached.complete)),
        radii: measureRadii(reached),
        partial: reached.partial,
        confirmedFraud: await findConfirmedFraud(transaction, companyId, users),
        indicators: [...reached.indicators].map(([key, { type }]) => ({ key, type })),
        edgeUsers: reached.edgeUsers,
        edgeIndicators: reached.edgeIndicators,
        superConnectors: reached.superConnectors,
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

interface Moment {
  due: boolean;
  asOf: Date;
  eventTime: Date;
}

async function findMoment(
  transaction: Knex.Transaction,
  companyId: string,
  parameters: { userKey: HashKey; tenantKey: HashKey; now: Date },
): Promise<Moment> {
  const { rows } = await transaction.raw<{ rows: Moment[] }>(
    `select exists (select 1 from graph_changes where company_id = :companyId and user_key = :userKey) as due,
       clock_timestamp() as "asOf",
       least(${latestEventSql(':companyId', ':tenantKey')}, cast(:now as timestamptz)) as "eventTime"`,
    { companyId, ...parameters },
  );
  return rows[0] ?? { due: false, asOf: parameters.now, eventTime: parameters.now };
}

/** The part of the graph reached so far. Maps keep the order in which things were found: their positions. */
interface Reached extends Pick<Neighbourhood, 'edgeUsers' | 'edgeIndicators' | 'superConnectors' | 'partial'> {
  complete: number;
  /** How many of the users are at most so many hops away, for each hop that is loaded in full. */
  within: number[];
  users: Map<HashKey, number>;
  indicators: Map<HashKey, { position: number; type: EntityType }>;
}

async function reachUsers(
  transaction: Knex.Transaction,
  companyId: string,
  userKey: HashKey,
  bounds: NeighbourhoodBounds,
): Promise<Reached> {
  const reached: Reached = {
    users: new Map([[userKey, 0]]),
    indicators: new Map(),
    edgeUsers: [],
    edgeIndicators: [],
    superConnectors: [],
    complete: 0,
    within: [],
    partial: false,
  };
  for (let hop = 0; hop < bounds.hops; hop += 1) {
    // The nearest are those who share the most personal indicators: they are found first.
    const followed = reached.users.size > bounds.users ? bounds.followed : bounds.users;
    const frontier = [...reached.users.keys()].slice(reached.complete, followed);
    if (frontier.length === 0) break;
    // Where a hop is cut off would look like the end of the graph. Only the user itself is worth a part of one.
    const evenInPart = hop === 0;
    const knownIndicators = listKnownIndicators(reached);
    const found = await loadHop(transaction, companyId, { userKeys: frontier, knownIndicators, evenInPart });
    const inPart = found.isCutOff || found.capped;
    if (inPart && !evenInPart) break;
    reached.partial ||= inPart;
    reached.complete += frontier.length;
    if (reached.complete === reached.users.size && !reached.partial) reached.within.push(reached.complete);
    // The last one was being listed when the limit came: how many users it has is not known.
    const indicators = found.indicators ?? [];
    addIndicators(reached, found.isCutOff ? indicators.slice(0, -1) : indicators);
  }
  return reached;
}

/** Those that need not be looked at again; a super-connector found on the way is remembered only later. */
function listKnownIndicators({ indicators, superConnectors }: Reached): HashKey[] {
  return [...indicators.keys(), ...superConnectors.map(({ key }) => key)];
}

/** What is within the loaded hops of the root is, around a user on the way, within those that are left. */
function measureRadii({ complete, within, partial }: Reached): number[] {
  return Array.from({ length: complete }, (_, user) => {
    const atLeast = user === 0 && partial ? 0 : 1;
    return Math.max(within.filter((users) => user < users).length, atLeast);
  });
}

/** Indicators of one hop, the most personal first. */
interface Hop {
  /** There are more edges than EDGES_PER_HOP; of the last indicator then not all users are known. */
  isCutOff: boolean;
  /** Some user has more indicators than are looked at. */
  capped: boolean;
  /** Null when there are none, or when they are wanted only in full and are not. */
  indicators: FoundIndicator[] | null;
}

interface FoundIndicator {
  key: HashKey;
  type: EntityType;
  /** User keys, with commas between them: a tenth of the work that a row for each edge is. */
  users: string;
}

/** All users of the indicators of these users; known indicators are left out. */
async function loadHop(
  transaction: Knex.Transaction,
  companyId: string,
  parameters: { userKeys: HashKey[]; knownIndicators: HashKey[]; evenInPart: boolean },
): Promise<Hop> {
  const { rows } = await transaction
    .raw<{ rows: Hop[] }>(LOAD_HOP, { companyId, ...parameters })
    .options({ name: 'graph-hop' });
  return rows[0] ?? { isCutOff: false, capped: false, indicators: null };
}

const LOAD_HOP = `
  with theirs as materialized (
    select seen.indicator_key, kind.type, kind.rank, seen.place > ${INDICATORS_PER_TYPE} as capped
    from unnest(cast(:userKeys as uuid[])) as around (user_key)
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
  hop as materialized (
    select capped, total > ${EDGES_PER_HOP} or (select count(*) from edges) > ${EDGES_PER_HOP} as is_cut_off
    from (select count(*) as total, coalesce(bool_or(capped), false) as capped from theirs) theirs
  )
  select capped, is_cut_off as "isCutOff", case when :evenInPart or not (capped or is_cut_off) then (
    select json_agg(json_build_object('key', indicator_key, 'type', type, 'users', users) order by position)
    from (select position, string_agg(user_key::text, ',') as users from edges group by position) sharing
    join found using (position)
  ) end as indicators
  from hop`;

function addIndicators(reached: Reached, found: readonly FoundIndicator[]): void {
  for (const { key, type, users } of found) {
    const userKeys = users.split(',');
    if (userKeys.length > SUPER_CONNECTOR_LIMIT) {
      reached.superConnectors.push({ key, type, connections: userKeys.length });
      continue;
    }
    const position = reached.indicators.size;
    reached.indicators.set(key, { position, type });
    for (const userKey of userKeys) {
      const user = reached.users.get(userKey) ?? reached.users.size;
      reached.users.set(userKey, user);
      reached.edgeUsers.push(user);
      reached.edgeIndicators.push(position);
    }
  }
}
