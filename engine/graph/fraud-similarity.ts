import type { IndicatorGraph } from './build-graph.ts';

/** The nearest confirmed-fraud users that count. */
const NEAREST = 5;

/**
 * How similar each user is to the confirmed-fraud users nearest to it, itself not among them, 0 to 1.
 *
 * Two users are similar by their shared indicators as independent hints ("noisy or" of the closeness of each). The five
 * nearest combine the same way, the first whole, each further one at half the weight of the one before, so that one more
 * confirmed fraud never lowers anyone's similarity. Only users who share something with confirmed fraud cost anything.
 */
export function computeFraudSimilarity(graph: IndicatorGraph): Float64Array {
  const { users } = graph;
  const search: Search = {
    graph,
    ...listFraudUsers(graph),
    similarity: new Float64Array(users),
    met: new Uint32Array(users),
    nearest: new Float64Array(NEAREST),
  };
  const combined = new Float64Array(users);
  for (let user = 0; user < users; user += 1) {
    const metCount = meetFrauds(search, user);
    if (metCount > 0) combined[user] = combineNearest(search, metCount);
  }
  return combined;
}

interface Search {
  graph: IndicatorGraph;
  /** The confirmed-fraud users of indicator i are `frauds[fraudOffsets[i]]` to `frauds[fraudOffsets[i + 1] - 1]`. */
  fraudOffsets: Uint32Array;
  frauds: Uint32Array;
  /** Of the user at hand to each confirmed fraud; 0 where nothing is shared. */
  similarity: Float64Array;
  /** Those it shares something with. */
  met: Uint32Array;
  nearest: Float64Array;
}

/** Fills `similarity` and `met` for one user; how many it met. */
function meetFrauds({ graph, fraudOffsets, frauds, similarity, met }: Search, user: number): number {
  const { users, offsets, neighbors, closeness } = graph;
  let metCount = 0;
  for (let edge = offsets[user]!; edge < offsets[user + 1]!; edge += 1) {
    const indicator = neighbors[edge]! - users;
    const hint = closeness[indicator]!;
    if (hint === 0) continue;
    for (let index = fraudOffsets[indicator]!; index < fraudOffsets[indicator + 1]!; index += 1) {
      const other = frauds[index]!;
      if (other === user) continue;
      const known = similarity[other]!;
      if (known === 0) met[metCount++] = other;
      similarity[other] = known + (1 - known) * hint;
    }
  }
  return metCount;
}

/** Leaves `similarity` empty for the next user. */
function combineNearest({ similarity, met, nearest }: Search, metCount: number): number {
  nearest.fill(0);
  for (let index = 0; index < metCount; index += 1) {
    const other = met[index]!;
    keepLargest(nearest, similarity[other]!);
    similarity[other] = 0;
  }
  let combined = 0;
  let weight = 1;
  for (const one of nearest) {
    combined += (1 - combined) * weight * one;
    weight /= 2;
  }
  return combined;
}

/** Puts the value in its place among the largest so far, the largest first. */
function keepLargest(largest: Float64Array, value: number): void {
  let place = largest.length;
  while (place > 0 && value > largest[place - 1]!) place -= 1;
  if (place === largest.length) return;
  largest.copyWithin(place + 1, place);
  largest[place] = value;
}

function listFraudUsers(graph: IndicatorGraph): Pick<Search, 'fraudOffsets' | 'frauds'> {
  const { users, nodes, offsets, neighbors, fraud } = graph;
  const fraudOffsets = new Uint32Array(nodes - users + 1);
  const frauds: number[] = [];
  for (let node = users; node < nodes; node += 1) {
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge += 1) {
      const user = neighbors[edge]!;
      if (fraud[user] === 1) frauds.push(user);
    }
    fraudOffsets[node - users + 1] = frauds.length;
  }
  return { fraudOffsets, frauds: Uint32Array.from(frauds) };
}
