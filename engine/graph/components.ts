import type { IndicatorGraph } from './build-graph.ts';

/** What hangs together. An indicator without edges belongs to no component, a user without edges is one by itself. */
export interface Components {
  /** Component c has the nodes `nodes[starts[c]]` to `nodes[starts[c + 1] - 1]`. */
  starts: Uint32Array;
  nodes: Uint32Array;
  /** Of each user: how many users its component has, and which share of them is confirmed fraud. */
  size: Uint32Array;
  fraudShare: Float64Array;
}

/** Connected components by breadth-first search; the queue of all searches is the list of nodes by component. */
export function findComponents(graph: IndicatorGraph): Components {
  const { users, nodes, offsets, neighbors } = graph;
  const seen = new Uint8Array(nodes);
  const queue = new Uint32Array(nodes);
  const starts = new Uint32Array(users + 1);
  let components = 0;
  let end = 0;
  for (let root = 0; root < users; root += 1) {
    if (seen[root] === 1) continue;
    starts[components++] = end;
    seen[root] = 1;
    let next = end;
    queue[end++] = root;
    while (next < end) {
      const node = queue[next++]!;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
        const neighbor = neighbors[edge]!;
        if (seen[neighbor] === 1) continue;
        seen[neighbor] = 1;
        queue[end++] = neighbor;
      }
    }
  }
  starts[components] = end;
  const found = { starts: starts.slice(0, components + 1), nodes: queue.slice(0, end) };
  return { ...found, ...describeComponents(graph, found) };
}

function describeComponents(
  { users, fraud }: IndicatorGraph,
  { starts, nodes }: Pick<Components, 'starts' | 'nodes'>,
): Pick<Components, 'size' | 'fraudShare'> {
  const size = new Uint32Array(users);
  const fraudShare = new Float64Array(users);
  for (let component = 0; component + 1 < starts.length; component += 1) {
    const members = nodes.subarray(starts[component], starts[component + 1]);
    let count = 0;
    let frauds = 0;
    for (const node of members) {
      if (node >= users) continue;
      count += 1;
      frauds += fraud[node]!;
    }
    for (const node of members) {
      if (node >= users) continue;
      size[node] = count;
      fraudShare[node] = frauds / count;
    }
  }
  return { size, fraudShare };
}
