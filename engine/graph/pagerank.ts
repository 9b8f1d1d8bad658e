import type { IndicatorGraph } from './build-graph.ts';
import type { Components } from './components.ts';
import { createSubgraphCutter, type Subgraph } from './subgraph.ts';

export interface PageRankOptions {
  /** The chance to follow an edge instead of starting anew. */
  damping?: number;
  /** Stop when no node's score changes by this much. */
  tolerance?: number;
  maxIterations?: number;
}

export interface PageRank {
  /** Of each node, users first. A node without edges has 1 - damping; the mean of all others is 1. */
  scores: Float64Array;
  /** Each updates every node once. */
  iterations: number;
}

/**
 * PageRank (Brin and Page 1998) in the scaling of Neo4j GDS: `score = (1 - d) + d × Σ score(neighbour) / degree(neighbour)`.
 *
 * Edges join only users with indicators, so an iteration is two half steps in place, indicators from users, then users
 * from indicators: the fixed point is the same and the error shrinks by d² instead of d. Indicators of one user, which
 * are most, are not visited: what they give back follows from the user's own score. The rest is copied component by
 * component, so that neighbours are close in memory.
 */
export function computePageRank(
  graph: IndicatorGraph,
  components: Pick<Components, 'nodes'>,
  options: PageRankOptions = {},
): PageRank {
  const { damping = 0.85, tolerance = 1e-6, maxIterations = 100 } = options;
  const core = createSubgraphCutter(graph, 'users').cut(components.nodes);
  const ranking = startRanking(graph, core, damping);
  let iterations = 0;
  while (iterations < maxIterations) {
    iterations += 1;
    const ofIndicators = updateScores(ranking, core.endpoints, core.nodes);
    const ofUsers = updateScores(ranking, 0, core.endpoints);
    if (Math.max(ofIndicators, ofUsers) < tolerance) break;
  }
  return { scores: readScores(graph, ranking), iterations };
}

/** Positions are those in the core. */
interface Ranking {
  core: Subgraph;
  damping: number;
  scores: Float64Array;
  /** What each node gives to each of its neighbours: its score by its degree. */
  shares: Float64Array;
  degrees: Float64Array;
  /** Indicators of each user that nobody else has. */
  own: Float64Array;
}

function startRanking({ offsets }: IndicatorGraph, core: Subgraph, damping: number): Ranking {
  const { nodes, endpoints: users, originals } = core;
  const scores = new Float64Array(nodes).fill(1 - damping);
  const shares = new Float64Array(nodes);
  const degrees = new Float64Array(nodes);
  const own = new Float64Array(nodes);
  for (let node = 0; node < nodes; node += 1) {
    const original = originals[node]!;
    const degree = offsets[original + 1]! - offsets[original]!;
    degrees[node] = degree;
    own[node] = degree - (core.offsets[node + 1]! - core.offsets[node]!);
    if (node < users && degree > 0) shares[node] = 1 / degree;
  }
  return { core, damping, scores, shares, degrees, own };
}

/** Updates the nodes from `first` to before `last`, whose neighbours are all on the other side; the largest change. */
function updateScores({ core, damping, scores, shares, degrees, own }: Ranking, first: number, last: number): number {
  const { offsets, neighbors } = core;
  let largest = 0;
  for (let node = first; node < last; node += 1) {
    let inflow = own[node]! === 0 ? 0 : own[node]! * (1 - damping + damping * shares[node]!);
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) inflow += shares[neighbors[edge]!]!;
    const score = 1 - damping + damping * inflow;
    largest = Math.max(largest, Math.abs(score - scores[node]!));
    scores[node] = score;
    if (degrees[node] !== 0) shares[node] = score / degrees[node]!;
  }
  return largest;
}

function readScores({ users, nodes, offsets, neighbors }: IndicatorGraph, ranking: Ranking): Float64Array {
  const { core, damping } = ranking;
  const scores = new Float64Array(nodes).fill(1 - damping);
  for (let node = 0; node < core.nodes; node += 1) scores[core.originals[node]!] = ranking.scores[node]!;
  for (let node = users; node < nodes; node += 1) {
    const first = offsets[node]!;
    if (offsets[node + 1]! - first !== 1) continue;
    const user = neighbors[first]!;
    scores[node] = 1 - damping + (damping * scores[user]!) / (offsets[user + 1]! - offsets[user]!);
  }
  return scores;
}
