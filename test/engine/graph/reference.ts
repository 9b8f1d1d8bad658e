import { UndirectedGraph } from 'graphology';
import { closenessOf } from '../../../engine/graph/closeness.ts';
import { range, type Sketch } from './graphs.ts';

/*
 * The plain definitions, as slow as they like: what the fast algorithms are compared with.
 */

/** The graph for graphology; users are `u0`, `u1`, ..., indicators `i0`, `i1`, ... */
export function toGraphology({ users, types, edges }: Sketch): UndirectedGraph {
  const graph = new UndirectedGraph();
  for (const user of range(users)) graph.addNode(`u${user}`);
  for (const indicator of types.keys()) graph.addNode(`i${indicator}`);
  for (const [user, indicator] of edges) graph.addEdge(`u${user}`, `i${indicator}`);
  return graph;
}

/** The names of the nodes in the order of the engine. */
export function nodeNames({ users, types }: Sketch): string[] {
  return [...range(users).map((user) => `u${user}`), ...[...types.keys()].map((indicator) => `i${indicator}`)];
}

/** Hops between users over shared indicators, by Floyd and Warshall; infinite where nothing connects them. */
export function naiveHops({ users, edges }: Sketch): number[][] {
  const hops = range(users).map((one) => range(users).map((other) => (one === other ? 0 : Infinity)));
  for (const [one, indicator] of edges) {
    for (const [other, shared] of edges) if (indicator === shared && one !== other) hops[one]![other] = 1;
  }
  for (const middle of range(users)) {
    for (const one of range(users)) {
      for (const other of range(users)) {
        hops[one]![other] = Math.min(hops[one]![other]!, hops[one]![middle]! + hops[middle]![other]!);
      }
    }
  }
  return hops;
}

export function naiveSimilarity({ users, types, edges, frauds }: Sketch): number[] {
  const connections = types.map((_, indicator) => edges.filter((edge) => edge[1] === indicator).length);
  const hasEdge = new Set(edges.map(String));
  const between = (one: number, other: number) =>
    1 -
    types.reduce((none, type, indicator) => {
      const shared = hasEdge.has(`${one},${indicator}`) && hasEdge.has(`${other},${indicator}`);
      return shared ? none * (1 - closenessOf(type, connections[indicator]!)) : none;
    }, 1);
  return range(users).map((user) => {
    const nearest = frauds
      .filter((fraud) => fraud !== user)
      .map((fraud) => between(user, fraud))
      .sort((one, other) => other - one)
      .slice(0, 5);
    return 1 - nearest.reduce((none, one, rank) => none * (1 - one / 2 ** rank), 1);
  });
}

/** Betweenness among users by counting the shortest paths of each pair: those through a node are the product of both ways. */
export function naiveBetweenness(sketch: Sketch): number[] {
  const { users } = sketch;
  const ways = range(users).map((user) => countWays(sketch, user));
  return range(users).map((user) => {
    const others = range(users).filter((other) => other !== user && ways[user]!.has(`u${other}`));
    const pairs = others.flatMap((one, index) => others.slice(index + 1).map((other) => [one, other] as const));
    const shares = pairs.map(([one, other]) => {
      const all = ways[one]!.get(`u${other}`)!;
      const [first, second] = [ways[one]!.get(`u${user}`)!, ways[other]!.get(`u${user}`)!];
      return first.distance + second.distance === all.distance ? (first.paths * second.paths) / all.paths : 0;
    });
    return pairs.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / pairs.length;
  });
}

function countWays(sketch: Sketch, user: number): Map<string, { distance: number; paths: number }> {
  const graph = toGraphology(sketch);
  const ways = new Map([[`u${user}`, { distance: 0, paths: 1 }]]);
  for (const [node, way] of ways) {
    graph.forEachNeighbor(node, (neighbor) => {
      const known = ways.get(neighbor);
      if (!known) ways.set(neighbor, { distance: way.distance + 1, paths: way.paths });
      else if (known.distance === way.distance + 1) known.paths += way.paths;
    });
  }
  return ways;
}
