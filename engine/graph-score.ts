import { closenessOf, PERSONAL } from './graph/closeness.ts';
import { anyOf, beyond, ramp, round4 } from './numbers.ts';
import { combineFactors, type PartScore } from './part-score.ts';
import type { BackgroundFeatures, EntityGraph, EntitySignals, Signals } from './signals.ts';
import { SIGNAL_PREFIX } from './velocity-score.ts';
import type { EntityType } from './vocabulary.ts';

/** An indicator with more users than this tells nothing about any of them (spec section 2.14, rule 2). */
export const SUPER_CONNECTOR_LIMIT = 500;

/**
 * When sharing a personal indicator becomes odd and when no household explains it: by all its users, and by the others
 * who were first seen with it within the last day.
 */
const SHARING_BOUNDS: Partial<Record<EntityType, { users: [number, number]; newcomers: [number, number] }>> = {
  device: { users: [4, 11], newcomers: [0.5, 3.5] },
  payment: { users: [3, 7], newcomers: [0.5, 2.5] },
  email: { users: [2, 5], newcomers: [0.5, 2.5] },
  phone: { users: [3, 9], newcomers: [0.5, 3.5] },
};

/** Sharing is odder while the account is young: rings sign up and buy at once, families live with their accounts. */
const YOUNG_ACCOUNT_SECONDS = 86_400;

/** One-hop contagion counts over personal indicators of at most this many users: a household, not a crowd. */
const CONTAGION_CONNECTIONS = 5;
/** And while the fraud is current: two half-lives of its evidence, about two months, after a day of nothing but fraud. */
const CONTAGION_WEIGHT = 0.25;

/**
 * How close the user is to fraud in the graph of users and shared indicators: confirmed fraud one and two hops away,
 * similarity to confirmed-fraud users (1 for one of them), and sharing that no household explains.
 */
export function scoreGraph(graph: NonNullable<Signals['graph']>): PartScore & { contagion: boolean } {
  const connected = graph.entities.filter(({ signal }) => signal.connections <= SUPER_CONNECTOR_LIMIT);
  const personal = connected.filter(({ type }) => PERSONAL[type] > 0);
  const { features } = graph.user;
  const ownFraud = graph.user.confirmedFraud;
  const similarity = ownFraud ? 1 : Math.max(features?.knnFraudSimilarity ?? 0, estimateSimilarity(connected));
  // The same frauds are often near over several indicators: the nearest way counts, and similarity what it adds to that.
  const neighbor = Math.max(...connected.map(neighborStrength), 0.25 * ramp(graph.user.fraudWithinTwoHops, 0, 3));
  const part = combineFactors(
    [
      { reason: 'GRAPH_FRAUD_NEIGHBOR', strength: neighbor },
      { reason: 'GRAPH_FRAUD_SIMILARITY', strength: beyond(neighbor, 0.8 * ramp(similarity, 0.3, 0.9)) },
      { reason: 'GRAPH_SHARED_INDICATORS', strength: sharingStrength(connected, graph.user.accountAgeSeconds) },
    ],
    {
      ...graphSignals(graph.entities),
      ...structureSignals(personal, features),
      knnFraudSimilarity: round4(similarity),
      confirmedFraudUser: ownFraud,
      fraudNeighbors: Math.max(0, ...personal.map(({ signal }) => signal.fraudNeighbors)),
      fraudWithinTwoHops: graph.user.fraudWithinTwoHops,
      accountAgeSeconds: Math.round(graph.user.accountAgeSeconds),
    },
  );
  return { ...part, contagion: connected.some(isContagious) };
}

/** Each confirmed-fraud neighbour counts by its share of the indicator's users and by how current it is; several add up. */
function neighborStrength({ type, signal }: EntitySignals<EntityGraph>): number {
  const share = 1.5 / (Math.max(signal.connections, 2) + 1);
  return 0.9 * PERSONAL[type] * (1 - (1 - share) ** signal.fraudNeighborWeight);
}

/** Similarity to the nearest confirmed-fraud users over the indicators of this request, which may be new to the user. */
function estimateSimilarity(entities: readonly EntitySignals<EntityGraph>[]): number {
  return anyOf(
    entities.map(({ type, signal }) => Math.min(1, signal.fraudNeighborWeight) * closenessOf(type, signal.connections)),
  );
}

function sharingStrength(entities: readonly EntitySignals<EntityGraph>[], accountAgeSeconds: number): number {
  const youth = 1 - ramp(accountAgeSeconds, YOUNG_ACCOUNT_SECONDS, 7 * YOUNG_ACCOUNT_SECONDS);
  return anyOf(
    entities.map(({ type, signal }) => {
      const bounds = SHARING_BOUNDS[type];
      if (!bounds) return 0;
      const crowd = 0.75 * youth * ramp(signal.connections, ...bounds.users);
      return Math.max(crowd, 0.8 * youth * ramp(signal.newConnections24h, ...bounds.newcomers));
    }),
  );
}

function isContagious({ type, signal }: EntitySignals<EntityGraph>): boolean {
  const isCurrent = signal.fraudNeighborWeight >= CONTAGION_WEIGHT;
  return isCurrent && PERSONAL[type] === 1 && signal.connections <= CONTAGION_CONNECTIONS;
}

function graphSignals(entities: readonly EntitySignals<EntityGraph>[]): Record<string, number> {
  const signals: Record<string, number> = {};
  for (const { type, signal } of entities) {
    if (type === 'user' || PERSONAL[type] === 0) continue;
    signals[`${SIGNAL_PREFIX[type]}Connections`] = signal.connections;
    signals[`${SIGNAL_PREFIX[type]}NewConnections24h`] = signal.newConnections24h;
  }
  return signals;
}

/** Position in the graph: recomputed in the background, else estimated from the degrees of the user's own indicators. */
function structureSignals(
  personal: readonly EntitySignals<EntityGraph>[],
  features: BackgroundFeatures | null,
): PartScore['signals'] {
  return {
    pagerankScore: round4(features?.pagerank ?? estimatePagerank(personal)),
    betweennessScore: round4(features?.betweenness ?? estimateBetweenness(personal)),
    graphFeatures: features ? 'background' : 'inline',
  };
}

const DAMPING = 0.85;

/** Two steps of the power iteration from a uniform start, with every peer taken to have the user's own degree. */
function estimatePagerank(indicators: readonly EntitySignals<EntityGraph>[]): number {
  const inflow = indicators.reduce((sum, { signal }) => {
    const users = Math.max(signal.connections, 1);
    return sum + (1 - DAMPING + (DAMPING * users) / indicators.length) / users;
  }, 0);
  return 1 - DAMPING + DAMPING * inflow;
}

/** Share of pairs of peers that only this user connects, taking the peers of different indicators to be different. */
function estimateBetweenness(indicators: readonly EntitySignals<EntityGraph>[]): number {
  const groups = indicators.map(({ signal }) => Math.max(0, signal.connections - 1));
  const peers = groups.reduce((sum, size) => sum + size, 0);
  if (peers < 2) return 0;
  const withinGroups = groups.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const pairs = (peers * (peers - 1)) / 2;
  return (pairs - withinGroups) / pairs;
}
