import type { Random } from './random.ts';
import type { Subgraph } from './subgraph.ts';

export interface PathSampler {
  /**
   * Draws one of the shortest paths between two connected, different nodes, each as likely, and calls `visit` for every
   * node on its inside.
   *
   * @returns how many edges it looked at to find it
   */
  sample(source: number, target: number, visit: (node: number) => void): number;
}

/**
 * Draws random shortest paths by balanced bidirectional breadth-first search: the side whose next step touches fewer
 * edges goes on, so that a path between two nodes of a large graph is found near both of them (Borassi and Natale 2016,
 * "KADABRA is an ADaptive Algorithm for Betweenness via Random Approximation").
 */
export function createPathSampler(graph: Subgraph, random: Random): PathSampler {
  const subgraph = { ...graph, inner: moveLeavesBack(graph) };
  const sides = [createSide(subgraph), createSide(subgraph)] as const;
  const [ahead, behind] = sides;
  return {
    sample: (source, target, visit) => {
      start(ahead, source, subgraph);
      start(behind, target, subgraph);
      const middle = meet(subgraph, ahead, behind, random);
      if (middle !== source && middle !== target) visit(middle);
      walkBack(subgraph, ahead, middle, random, visit);
      walkBack(subgraph, behind, middle, random, visit);
      sides.forEach(forget);
      return ahead.looked + behind.looked;
    },
  };
}

/** Where a path may go on: neighbours from `inner[node]` on are leaves, where it could only end. */
interface Ways extends Subgraph {
  inner: Uint32Array;
}

/** Sorts the leaves among the neighbours of each node behind the others, and tells where they start. */
function moveLeavesBack({ nodes, offsets, neighbors }: Subgraph): Uint32Array {
  const inner = new Uint32Array(nodes);
  for (let node = 0; node < nodes; node += 1) {
    let end = offsets[node + 1]!;
    for (let edge = offsets[node]!; edge < end;) {
      const neighbor = neighbors[edge]!;
      if (offsets[neighbor + 1]! - offsets[neighbor]! > 1) {
        edge += 1;
      } else {
        end -= 1;
        neighbors[edge] = neighbors[end]!;
        neighbors[end] = neighbor;
      }
    }
    inner[node] = end;
  }
  return inner;
}

/** One of the two searches. */
interface Side {
  root: number;
  /** -1 where it has not been. */
  distance: Int32Array;
  /** Number of shortest paths from the root. */
  paths: Float64Array;
  /** Nodes in the order they were found; those of the last step from `frontier` on. */
  queue: Uint32Array;
  frontier: number;
  end: number;
  /** Edges that the next step looks at; none for a leaf, which goes on first because nothing else finds it. */
  cost: number;
  /** Edges that the steps so far looked at. */
  looked: number;
}

function createSide({ nodes }: Subgraph): Side {
  return {
    root: 0,
    distance: new Int32Array(nodes).fill(-1),
    paths: new Float64Array(nodes),
    queue: new Uint32Array(nodes),
    frontier: 0,
    end: 0,
    cost: 0,
    looked: 0,
  };
}

function start(side: Side, root: number, { offsets }: Ways): void {
  side.root = root;
  side.distance[root] = 0;
  side.paths[root] = 1;
  side.queue[0] = root;
  side.frontier = 0;
  side.end = 1;
  const degree = offsets[root + 1]! - offsets[root]!;
  side.cost = degree === 1 ? 0 : degree;
  side.looked = 0;
}

function forget({ distance, queue, end }: Side): void {
  for (let index = 0; index < end; index += 1) distance[queue[index]!] = -1;
}

/**
 * Takes steps until the sides meet. Each shortest path then has exactly one node among those of the last step that the
 * other side had reached: one is drawn by the number of paths through it.
 */
function meet(subgraph: Ways, one: Side, other: Side, random: Random): number {
  for (;;) {
    const [mover, waiting] = one.cost <= other.cost ? [one, other] : [other, one];
    advance(subgraph, mover);
    const meeting = drawMeeting(mover, waiting, random);
    if (meeting !== -1) return meeting;
    if (mover.frontier === mover.end) throw new Error('the nodes are not connected');
  }
}

function advance({ offsets, neighbors, inner }: Ways, side: Side): void {
  const { distance, paths, queue, frontier, end: stepEnd } = side;
  side.frontier = stepEnd;
  side.looked += side.cost;
  side.cost = 1;
  for (let index = frontier; index < stepEnd; index += 1) {
    const node = queue[index]!;
    const further = distance[node]! + 1;
    for (let edge = offsets[node]!; edge < inner[node]!; edge += 1) {
      const neighbor = neighbors[edge]!;
      if (distance[neighbor] === -1) {
        distance[neighbor] = further;
        paths[neighbor] = 0;
        queue[side.end++] = neighbor;
        side.cost += inner[neighbor]! - offsets[neighbor]!;
      }
      if (distance[neighbor] === further) paths[neighbor]! += paths[node]!;
    }
  }
}

/** -1 when the last step of `mover` reached nothing that the other side has. */
function drawMeeting(mover: Side, waiting: Side, random: Random): number {
  const { queue, frontier, end, paths } = mover;
  let total = 0;
  for (let index = frontier; index < end; index += 1) {
    const node = queue[index]!;
    if (waiting.distance[node] !== -1) total += paths[node]! * waiting.paths[node]!;
  }
  if (total === 0) return -1;
  let left = random() * total;
  let drawn = -1;
  // Written so that counts beyond the range of floats still draw something.
  for (let index = frontier; index < end && !(left < 0); index += 1) {
    const node = queue[index]!;
    if (waiting.distance[node] === -1) continue;
    drawn = node;
    left -= paths[node]! * waiting.paths[node]!;
  }
  return drawn;
}

/** From a node back to the root of one side, at each step to a nearer neighbour by the number of paths through it. */
function walkBack(
  { offsets, neighbors, inner }: Ways,
  { root, distance, paths }: Side,
  from: number,
  random: Random,
  visit: (node: number) => void,
): void {
  let node = from;
  while (distance[node]! > 1) {
    const nearer = distance[node]! - 1;
    let left = random() * paths[node]!;
    let drawn = root;
    for (let edge = offsets[node]!; edge < inner[node]! && !(left < 0); edge += 1) {
      const neighbor = neighbors[edge]!;
      if (distance[neighbor] !== nearer) continue;
      drawn = neighbor;
      left -= paths[neighbor]!;
    }
    node = drawn;
    visit(node);
  }
}
