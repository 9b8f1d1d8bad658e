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
    const { edges, capped } = await listEdgesAround(transaction, companyId, frontier, listKnownIndicators(reached));
    const isCutOff = edges.length > EDGES_PER_HOP;
    // Where a hop is cut off would look like the end of the graph. Only the user itself is worth a part of one.
    if ((isCutOff || capped) && hop > 0) break;
    reached.partial ||= isCutOff || capped;
    reached.complete += frontier.length;
    if (reached.complete === reached.users.size && !reached.partial) reached.within.push(reached.complete);
    addEdges(reached, isCutOff ? withoutLastIndicator(edges) : edges);
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

interface Edge {
  indicatorKey: HashKey;
  type: EntityType;
  userKey: HashKey;
}

/** All users of the indicators of these users, each indicator's one after the other; known indicators are left out. */
async function listEdgesAround(
  transaction: Knex.Transaction,
  companyId: string,
  userKeys: HashKey[],
  knownIndicators: HashKey[],
): Promise<{ edges: Edge[]; capped: boolean }> {
  const { rows } = await transaction.raw<{ rows: (Edge & { capped: boolean })[] }>(
    `select found.capped, found.indicator_key as "indicatorKey", found.indicator_type as type, edge.user_key as "userKey"
     from (
       select theirs.indicator_key, kind.type as indicator_type, max(theirs.place) > ${INDICATORS_PER_TYPE} as capped
       from unnest(cast(:userKeys as uuid[])) as around (user_key)
       cross join unnest('${EDGE_TYPES}'::text[]) with ordinality as kind (type, rank)
       cross join lateral (
         select indicator_key, row_number() over (order by indicator_key) as place from user_indicators
         where company_id = :companyId and user_key = around.user_key and indicator_type = kind.type
         order by indicator_key limit ${INDICATORS_PER_TYPE + 1}
       ) theirs
       where theirs.indicator_key <> all (cast(:knownIndicators as uuid[]))
         and not exists (select 1 from super_connectors
           where company_id = :companyId and indicator_key = theirs.indicator_key)
       group by theirs.indicator_key, kind.type, kind.rank
       order by kind.rank, theirs.indicator_key
     ) found
     cross join lateral (
       select user_key from user_indicators
       where company_id = :companyId and indicator_key = found.indicator_key
       order by user_key limit ${SUPER_CONNECTOR_LIMIT + 1}
     ) edge
     limit ${EDGES_PER_HOP + 1}`,
    { companyId, userKeys, knownIndicators },
  );
  return { edges: rows, capped: rows.some(({ capped }) => capped) };
}

/** The last one was being listed when the limit came: how many users it has is not known. */
function withoutLastIndicator(edges: readonly Edge[]): Edge[] {
  const last = edges.at(-1)?.indicatorKey;
  return edges.filter(({ indicatorKey }) => indicatorKey !== last);
}

function addEdges(reached: Reached, edges: readonly Edge[]): void {
  for (const [key, ofIndicator] of groupByIndicator(edges)) {
    const type = ofIndicator[0]?.type ?? 'device';
    if (ofIndicator.length > SUPER_CONNECTOR_LIMIT) {
      reached.superConnectors.push({ key, type, connections: ofIndicator.length });
      continue;
    }
    const position = reached.indicators.size;
    reached.indicators.set(key, { position, type });
    for (const { userKey } of ofIndicator) {
      const user = reached.users.get(userKey) ?? reached.users.size;
      reached.users.set(userKey, user);
      reached.edgeUsers.push(user);
      reached.edgeIndicators.push(position);
    }
  }
}

function groupByIndicator(edges: readonly Edge[]): Map<HashKey, Edge[]> {
  const groups = new Map<HashKey, Edge[]>();
  for (const edge of edges) {
    const group = groups.get(edge.indicatorKey);
    if (group) group.push(edge);
    else groups.set(edge.indicatorKey, [edge]);
  }
  return groups;
}
