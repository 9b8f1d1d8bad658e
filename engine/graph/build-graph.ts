import { SUPER_CONNECTOR_LIMIT } from '../graph-score.ts';
import { ENTITY_TYPES, type EntityType } from '../vocabulary.ts';
import { closenessOf } from './closeness.ts';

/** Who was seen with which indicator, as numbers: users are 0 to users - 1, indicators are numbered by their type. */
export interface GraphInput {
  users: number;
  /** The type of each indicator, as a word or as its position in ENTITY_TYPES. */
  indicatorTypes: readonly EntityType[] | Uint8Array;
  /** The two ends of each edge, side by side; no edge twice. */
  edgeUsers: Uint32Array;
  edgeIndicators: Uint32Array;
  /** 1 for each user who is confirmed fraud. */
  fraud: Uint8Array;
  /** Users of each indicator in the whole tenant, where the graph holds only a part of them; else its own are counted. */
  connections?: Uint32Array;
}

/**
 * The graph as one list of nodes, users first, then indicators, with the neighbours of node n at
 * `neighbors[offsets[n]]` to `neighbors[offsets[n + 1] - 1]` (compressed sparse rows). Users have indicators as
 * neighbours and indicators users.
 */
export interface IndicatorGraph {
  users: number;
  nodes: number;
  offsets: Uint32Array;
  neighbors: Uint32Array;
  fraud: Uint8Array;
  /** Users of each indicator in the whole tenant. */
  connections: Uint32Array;
  /** How much sharing each indicator says that two users belong together, 0 to 1. */
  closeness: Float64Array;
  /** Indicators of more than SUPER_CONNECTOR_LIMIT users: they tell nothing and have no edges here. */
  superConnectors: Uint32Array;
}

/** Builds the graph in time and space proportional to its edges; super-connectors are listed and left out. */
export function buildGraph(input: GraphInput): IndicatorGraph {
  const { users, indicatorTypes, fraud } = input;
  const indicators = indicatorTypes.length;
  const connections = input.connections ?? countUsers(input.edgeIndicators, indicators);
  const closeness = new Float64Array(indicators);
  for (let indicator = 0; indicator < indicators; indicator += 1) {
    closeness[indicator] = closenessOf(typeAt(indicatorTypes, indicator), connections[indicator]!);
  }
  const superConnectors = listSuperConnectors(connections);
  const nodes = users + indicators;
  return { users, nodes, ...linkNodes(input, nodes, connections), fraud, connections, closeness, superConnectors };
}

function countUsers(edgeIndicators: Uint32Array, indicators: number): Uint32Array {
  const counts = new Uint32Array(indicators);
  for (const indicator of edgeIndicators) counts[indicator]! += 1;
  return counts;
}

function typeAt(types: GraphInput['indicatorTypes'], indicator: number): EntityType {
  const type = types[indicator]!;
  return typeof type === 'string' ? type : ENTITY_TYPES[type]!;
}

function listSuperConnectors(connections: Uint32Array): Uint32Array {
  const found: number[] = [];
  connections.forEach((count, indicator) => void (count > SUPER_CONNECTOR_LIMIT && found.push(indicator)));
  return Uint32Array.from(found);
}

/** A counting sort: the degrees give each node its place, then each edge is written to both of its ends. */
function linkNodes(
  { users, edgeUsers, edgeIndicators }: GraphInput,
  nodes: number,
  connections: Uint32Array,
): Pick<IndicatorGraph, 'offsets' | 'neighbors'> {
  const offsets = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < edgeUsers.length; edge += 1) {
    const indicator = edgeIndicators[edge]!;
    if (connections[indicator]! > SUPER_CONNECTOR_LIMIT) continue;
    offsets[edgeUsers[edge]! + 1]! += 1;
    offsets[users + indicator + 1]! += 1;
  }
  for (let node = 0; node < nodes; node += 1) offsets[node + 1]! += offsets[node]!;
  const neighbors = new Uint32Array(offsets[nodes]!);
  const next = offsets.slice(0, nodes);
  for (let edge = 0; edge < edgeUsers.length; edge += 1) {
    const indicator = edgeIndicators[edge]!;
    if (connections[indicator]! > SUPER_CONNECTOR_LIMIT) continue;
    const user = edgeUsers[edge]!;
    neighbors[next[user]!++] = users + indicator;
    neighbors[next[users + indicator]!++] = user;
  }
  return { offsets, neighbors };
}
