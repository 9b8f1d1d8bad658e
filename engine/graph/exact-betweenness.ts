import type { Subgraph } from './subgraph.ts';

export interface ExactBetweenness {
  /**
   * The share of pairs of other endpoints whose shortest paths go through each node, 0 to 1; 0 where there are no such
   * pairs. The array is the same at each call and may be longer than the graph has nodes.
   */
  compute(subgraph: Subgraph): Float64Array;
}

/**
 * Exact betweenness of a connected graph: Brandes 2001, "A faster algorithm for betweenness centrality", between
 * endpoints only. Takes time proportional to endpoints × edges.
 *
 * @param nodes size of the largest graph; beyond about 2,500 the number of shortest paths may not fit a float
 */
export function createExactBetweenness(nodes: number): ExactBetweenness {
  const memory: Memory = {
    queue: new Uint32Array(nodes),
    distance: new Int32Array(nodes),
    paths: new Float64Array(nodes),
    dependency: new Float64Array(nodes),
    total: new Float64Array(nodes),
  };
  return {
    compute: (subgraph) => {
      const { endpoints } = subgraph;
      memory.total.fill(0, 0, subgraph.nodes);
      for (let source = 0; source < endpoints; source += 1) {
        countPaths(subgraph, memory, source);
        addDependencies(subgraph, memory);
      }
      // Each pair was seen from both of its ends, which the pairs here count as well.
      const pairs = (endpoints - 1) * (endpoints - 2);
      for (let node = 0; node < subgraph.nodes; node += 1) memory.total[node]! /= Math.max(1, pairs);
      return memory.total;
    },
  };
}

interface Memory {
  /** Nodes by their distance from the source. */
  queue: Uint32Array;
  distance: Int32Array;
  /** Number of shortest paths from the source. */
  paths: Float64Array;
  /** Sum over targets of the share of the shortest paths to them that go through the node. */
  dependency: Float64Array;
  total: Float64Array;
}

function countPaths({ nodes, offsets, neighbors }: Subgraph, { queue, distance, paths }: Memory, source: number): void {
  distance.fill(-1, 0, nodes);
  paths.fill(0, 0, nodes);
  distance[source] = 0;
  paths[source] = 1;
  queue[0] = source;
  let end = 1;
  for (let next = 0; next < end; next += 1) {
    const node = queue[next]!;
    const further = distance[node]! + 1;
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
      const neighbor = neighbors[edge]!;
      if (distance[neighbor] === -1) {
        distance[neighbor] = further;
        queue[end++] = neighbor;
      }
      if (distance[neighbor] === further) paths[neighbor]! += paths[node]!;
    }
  }
}

/** From the farthest node back to the source, which is the first in the queue and itself on no path's inside. */
function addDependencies(subgraph: Subgraph, { queue, distance, paths, dependency, total }: Memory): void {
  const { nodes, endpoints, offsets, neighbors } = subgraph;
  dependency.fill(0, 0, nodes);
  for (let index = nodes - 1; index > 0; index -= 1) {
    const node = queue[index]!;
    const nearer = distance[node]! - 1;
    const through = dependency[node]!;
    total[node]! += through;
    const perPath = ((node < endpoints ? 1 : 0) + through) / paths[node]!;
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
      const neighbor = neighbors[edge]!;
      if (distance[neighbor] === nearer) dependency[neighbor]! += paths[neighbor]! * perPath;
    }
  }
}
