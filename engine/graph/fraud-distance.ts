import type { IndicatorGraph } from './build-graph.ts';

/**
 * Hops from each user to the nearest confirmed fraud, a hop being an indicator that two users share: 0 is confirmed
 * fraud itself, 1 shares an indicator with one, -1 is connected to none. One breadth-first search from all of them.
 */
export function computeFraudDistance(graph: IndicatorGraph): Int32Array {
  const { users, nodes, offsets, neighbors, fraud } = graph;
  const distance = new Int32Array(nodes).fill(-1);
  const queue = new Uint32Array(nodes);
  let end = 0;
  for (let user = 0; user < users; user += 1) {
    if (fraud[user] !== 1) continue;
    distance[user] = 0;
    queue[end++] = user;
  }
  for (let next = 0; next < end; next += 1) {
    const node = queue[next]!;
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
      const neighbor = neighbors[edge]!;
      if (distance[neighbor] !== -1) continue;
      distance[neighbor] = distance[node]! + 1;
      queue[end++] = neighbor;
    }
  }
  // From user to user it is two edges; shifting leaves -1 as it is.
  return distance.slice(0, users).map((edges) => edges >> 1);
}
