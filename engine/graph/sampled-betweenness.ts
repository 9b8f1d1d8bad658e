import { createPathSampler } from './random-path.ts';
import type { Random } from './random.ts';
import type { Subgraph } from './subgraph.ts';

export interface SamplingOptions {
  /** With probability 1 - delta, every node's result is within epsilon of the exact one. */
  epsilon: number;
  delta: number;
  random: Random;
  /** Edges to look at, about: when they are used up, fewer paths have to do and the error is larger. */
  budget?: number;
}

export interface SampledBetweenness {
  /** The share of pairs of other endpoints whose shortest paths go through each node, 0 to 1. */
  shares: Float64Array;
  /** How many random shortest paths it took. */
  paths: number;
  /** The error that this many paths bound. */
  epsilon: number;
}

/** The constant of the bound on samples; 0.5 by experiment (Löffler and Phillips 2009), as the method's authors use it. */
const SAMPLING_CONSTANT = 0.5;

/**
 * Betweenness of a large connected graph of at least three endpoints, from random shortest paths between random pairs of
 * endpoints: Riondato and Kornaropoulos 2016, "Fast approximation of betweenness centrality through sampling". The
 * number of paths depends on the length of the longest shortest path, not on the size of the graph.
 */
export function sampleBetweenness(subgraph: Subgraph, options: SamplingOptions): SampledBetweenness {
  const { epsilon, delta, random, budget = Infinity } = options;
  const { endpoints, nodes } = subgraph;
  // Sampled over all pairs, wanted over pairs of others: the same paths, by a few pairs less.
  const scale = endpoints / (endpoints - 2);
  const bound = { vertexDiameter: boundVertexDiameter(subgraph), delta };
  const needed = countNeededPaths(bound, epsilon / scale);
  const sampler = createPathSampler(subgraph, random);
  const visits = new Float64Array(nodes);
  const visit = (node: number) => void (visits[node]! += 1);
  let paths = 0;
  for (let looked = 0; paths < needed && looked < budget; paths += 1) {
    const source = Math.floor(random() * endpoints);
    const target = Math.floor(random() * (endpoints - 1));
    looked += sampler.sample(source, target < source ? target : target + 1, visit);
  }
  const shares = visits.map((count) => Math.min(1, (count / paths) * scale));
  return { shares, paths, epsilon: scale * boundError(bound, paths) };
}

interface Bound {
  /** Nodes on the longest shortest path, or more. */
  vertexDiameter: number;
  /** The probability that the error is larger after all. */
  delta: number;
}

/** How many random paths bound the error by epsilon (theorem 1 of the article). */
export function countNeededPaths(bound: Bound, epsilon: number): number {
  return Math.ceil((boundError(bound, 1) / epsilon) ** 2);
}

function boundError({ vertexDiameter, delta }: Bound, paths: number): number {
  const dimension = Math.floor(Math.log2(Math.max(1, vertexDiameter - 2))) + 1;
  return Math.sqrt((SAMPLING_CONSTANT * (dimension + Math.log(1 / delta))) / paths);
}

/** No shortest path is longer than twice the way from any one node to the farthest. */
function boundVertexDiameter({ nodes, offsets, neighbors }: Subgraph): number {
  const distance = new Int32Array(nodes).fill(-1);
  const queue = new Uint32Array(nodes);
  distance[0] = 0;
  let end = 1;
  for (let next = 0; next < end; next += 1) {
    const node = queue[next]!;
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
      const neighbor = neighbors[edge]!;
      if (distance[neighbor] !== -1) continue;
      distance[neighbor] = distance[node]! + 1;
      queue[end++] = neighbor;
    }
  }
  return 2 * distance[queue[end - 1]!]! + 1;
}
