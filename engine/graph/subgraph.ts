import type { IndicatorGraph } from './build-graph.ts';

/**
 * One component as a graph of its own, small numbers and close together in memory. Betweenness looks at paths between
 * its endpoints, which are numbered first.
 */
export interface Subgraph {
  /** How many of the nodes are endpoints. */
  endpoints: number;
  nodes: number;
  offsets: Uint32Array;
  neighbors: Uint32Array;
  /** The number of each node in the whole graph. */
  originals: Uint32Array;
}

export interface SubgraphCutter {
  /** Copies a component; the copy is overwritten by the next one. */
  cut(members: Uint32Array): Subgraph;
}

/**
 * Cuts components out of a graph, all into the same memory.
 *
 * @param between `users` makes users the endpoints and leaves out indicators of one user, which no path between two
 *   users can pass; `nodes` makes all nodes endpoints
 */
export function createSubgraphCutter(graph: IndicatorGraph, between: 'users' | 'nodes'): SubgraphCutter {
  const { users, nodes, offsets, neighbors } = graph;
  const ABSENT = 0xffffffff;
  const localOf = new Uint32Array(nodes).fill(ABSENT);
  const copy = {
    offsets: new Uint32Array(nodes + 1),
    neighbors: new Uint32Array(neighbors.length),
    originals: new Uint32Array(nodes),
  };

  function take(members: Uint32Array, taken: number, wanted: (node: number) => boolean): number {
    let count = taken;
    for (const node of members) {
      if (!wanted(node)) continue;
      localOf[node] = count;
      copy.originals[count++] = node;
    }
    return count;
  }

  function copyEdges(count: number): void {
    let end = 0;
    for (let local = 0; local < count; local += 1) {
      const node = copy.originals[local]!;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
        const neighbor = localOf[neighbors[edge]!]!;
        if (neighbor !== ABSENT) copy.neighbors[end++] = neighbor;
      }
      copy.offsets[local + 1] = end;
    }
  }

  const isUser = (node: number) => node < users;
  const isShared = (node: number) => node >= users && (between === 'nodes' || offsets[node + 1]! - offsets[node]! > 1);
  return {
    cut: (members) => {
      const ownUsers = take(members, 0, isUser);
      const count = take(members, ownUsers, isShared);
      copyEdges(count);
      return { endpoints: between === 'users' ? ownUsers : count, nodes: count, ...copy };
    },
  };
}
