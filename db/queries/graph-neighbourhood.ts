import type { Knex } from 'knex';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import type { EntityType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import type { Connection } from '../connect.ts';
import { findHop, findStart, type FoundIndicator, type Start } from './graph-hops.ts';
import { describeUsers, type CompleteUser } from './graph-users.ts';

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
      const start = await findStart(transaction, companyId, { userKey, tenantKey, now });
      if (!start?.due) return undefined;
      const reached = await reachUsers(transaction, companyId, { userKey, start }, bounds);
      const users = [...reached.users.keys()];
      return {
        asOf: start.asOf,
        eventTime: start.eventTime,
        users,
        ...(await describeUsers(transaction, companyId, users, reached.complete)),
        radii: measureRadii(reached),
        partial: reached.partial,
        indicators: [...reached.indicators].map(([key, { type }]) => ({ key, type })),
        edgeUsers: reached.edgeUsers,
        edgeIndicators: reached.edgeIndicators,
        superConnectors: reached.superConnectors,
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
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
  { userKey, start }: { userKey: HashKey; start: Start },
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
    if (hop > 0 && isCrowd(reached.users.size, start, bounds)) break;
    const found = hop === 0 ? start : await findHop(transaction, companyId, frontier, listKnownIndicators(reached));
    const inPart = found.isCutOff || found.capped;
    // Where a hop is cut off would look like the end of the graph. Only the user itself is worth a part of one.
    if (inPart && hop > 0) break;
    reached.partial ||= inPart;
    reached.complete += frontier.length;
    if (reached.complete === reached.users.size && !reached.partial) reached.within.push(reached.complete);
    // The last one was being listed when the limit came: how many users it has is not known.
    const indicators = found.indicators ?? [];
    addIndicators(reached, found.isCutOff ? indicators.slice(0, -1) : indicators);
  }
  return reached;
}

/**
 * Whether a user is one of many in a component that is too large to be loaded as a whole: its peers have many peers too,
 * their hop would most likely be cut off, and to look at it is most of the work of a job. Whose label changes is worth it.
 */
function isCrowd(users: number, { labelled, componentSize }: Start, bounds: NeighbourhoodBounds): boolean {
  return !labelled && users > bounds.followed && Math.max(users, componentSize) > bounds.users;
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
