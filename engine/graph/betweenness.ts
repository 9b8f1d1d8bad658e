import type { IndicatorGraph } from './build-graph.ts';
import type { Components } from './components.ts';
import { createExactBetweenness } from './exact-betweenness.ts';
import type { Random } from './random.ts';
import { sampleBetweenness } from './sampled-betweenness.ts';
import { createSubgraphCutter, type Subgraph } from './subgraph.ts';

/** Components of up to this many nodes are computed exactly: about as fast as sampling them. At most 2,500. */
export const EXACT_BETWEENNESS_NODES = 2_000;
/** Larger ones are sampled: with this probability of failure, no user is off by more than this share of the pairs. */
export const BETWEENNESS_EPSILON = 0.01;
export const BETWEENNESS_DELTA = 0.1;

/** Edges looked at to sample all large components: bounds the time, about a minute, of graphs like one endless chain. */
const SAMPLING_BUDGET = 2e9;

export interface BetweennessOptions {
  /** Draws the samples; the same numbers give the same result. */
  random: Random;
  /** Components of more nodes, not counting indicators of one user, are sampled. */
  exactNodes?: number;
  epsilon?: number;
  delta?: number;
  /** Edges looked at, about, before fewer samples have to do. */
  budget?: number;
  /**
   * Whose paths count: those between users, or between all nodes as in textbooks. In the latter, a user alone with two
   * indicators of its own would be the bridge of everything.
   */
  between?: 'users' | 'nodes';
}

export interface Betweenness {
  /** Of each node, users first: the share of pairs of others in its component whose shortest paths go through it. */
  shares: Float64Array;
  /** Components that were too large for the exact method, and random paths drawn in them. */
  sampledComponents: number;
  sampledPaths: number;
  /** The largest error of a sampled component; 0 when all are exact. */
  sampledEpsilon: number;
}

/** How much of what hangs together is held together by each node, 0 to 1: bridges between groups stand out. */
export function computeBetweenness(
  graph: IndicatorGraph,
  components: Components,
  options: BetweennessOptions,
): Betweenness {
  const { random, epsilon = BETWEENNESS_EPSILON, delta = BETWEENNESS_DELTA } = options;
  const { exactNodes = EXACT_BETWEENNESS_NODES, between = 'users' } = options;
  const cutter = createSubgraphCutter(graph, between);
  const exact = createExactBetweenness(exactNodes);
  const result: Betweenness = {
    shares: new Float64Array(graph.nodes),
    sampledComponents: 0,
    sampledPaths: 0,
    sampledEpsilon: 0,
  };
  const budgetPerNode = (options.budget ?? SAMPLING_BUDGET) / components.nodes.length;
  for (let component = 0; component + 1 < components.starts.length; component += 1) {
    const members = components.nodes.subarray(components.starts[component], components.starts[component + 1]);
    // Alone, in pairs, or around one indicator: nobody is between others.
    if (members.length < 5 && between === 'users') continue;
    const subgraph = cutter.cut(members);
    if (subgraph.endpoints < 3) continue;
    if (subgraph.nodes <= exactNodes) {
      write(result.shares, subgraph, exact.compute(subgraph));
      continue;
    }
    const budget = budgetPerNode * members.length;
    const sampled = sampleBetweenness(subgraph, { epsilon, delta, random, budget });
    write(result.shares, subgraph, sampled.shares);
    result.sampledComponents += 1;
    result.sampledPaths += sampled.paths;
    result.sampledEpsilon = Math.max(result.sampledEpsilon, sampled.epsilon);
  }
  return result;
}

function write(shares: Float64Array, { nodes, originals }: Subgraph, found: Float64Array): void {
  for (let local = 0; local < nodes; local += 1) shares[originals[local]!] = found[local]!;
}
