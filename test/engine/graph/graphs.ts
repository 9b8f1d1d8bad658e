import fc from 'fast-check';
import { buildGraph, type GraphInput, type IndicatorGraph } from '../../../engine/graph/build-graph.ts';
import { createRandom } from '../../../engine/graph/random.ts';
import type { EntityType } from '../../../engine/vocabulary.ts';

/** A graph as a test writes it: pairs of user and indicator. */
export interface Sketch {
  users: number;
  types: EntityType[];
  edges: [user: number, indicator: number][];
  frauds: number[];
}

export function toInput({ users, types, edges, frauds }: Sketch): GraphInput {
  const fraud = new Uint8Array(users);
  for (const user of frauds) fraud[user] = 1;
  return {
    users,
    indicatorTypes: types,
    edgeUsers: Uint32Array.from(edges, ([user]) => user),
    edgeIndicators: Uint32Array.from(edges, ([, indicator]) => indicator),
    fraud,
  };
}

export function toGraph(sketch: Sketch): IndicatorGraph {
  return buildGraph(toInput(sketch));
}

/** Users around one device. */
export function star(users: number): Sketch {
  return { users, types: ['device'], edges: range(users).map((user) => [user, 0]), frauds: [] };
}

/** Each user shares a device with the next, the last one with the first. */
export function ring(users: number): Sketch {
  return {
    users,
    types: range(users).map(() => 'device'),
    edges: range(users).flatMap((user): Sketch['edges'] => [
      [user, user],
      [(user + 1) % users, user],
    ]),
    frauds: [],
  };
}

const TYPES: readonly EntityType[] = ['device', 'payment', 'email', 'phone', 'address', 'ip'];

/** Each edge at random, as likely as any; one user in five is a fraudster. */
export function randomSketch(users: number, indicators: number, edges: number, seed: number): Sketch {
  const random = createRandom(seed);
  const draw = (count: number) => Math.floor(random() * count);
  const keys = new Set(range(edges).map(() => draw(users) * indicators + draw(indicators)));
  return {
    users,
    types: range(indicators).map(() => TYPES[draw(TYPES.length)]!),
    edges: [...keys].map((key) => [Math.floor(key / indicators), key % indicators]),
    frauds: range(users).filter(() => random() < 0.2),
  };
}

/** Shapes of all kinds, with what the reference libraries trip over: pieces, hubs, chains, nodes without edges. */
export const SHAPES: Record<string, Sketch> = {
  'a star': star(40),
  'a ring': ring(30),
  'a pair': star(2),
  sparse: randomSketch(150, 200, 220, 1),
  connected: randomSketch(120, 80, 400, 2),
  dense: randomSketch(60, 20, 500, 3),
  'a few hubs': randomSketch(200, 8, 350, 4),
};

export const sketches: fc.Arbitrary<Sketch> = fc
  .record({ users: fc.integer({ min: 1, max: 12 }), types: fc.array(fc.constantFrom(...TYPES), { maxLength: 10 }) })
  .chain(({ users, types }) => {
    const user = fc.nat({ max: users - 1 });
    const edge = types.length === 0 ? undefined : fc.tuple(user, fc.nat({ max: types.length - 1 }));
    return fc.record({
      users: fc.constant(users),
      types: fc.constant(types),
      edges: edge ? fc.uniqueArray(edge, { selector: String, maxLength: 40 }) : fc.constant([]),
      frauds: fc.uniqueArray(user),
    });
  });

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The largest difference between two lists of numbers; infinite when one is no number or they differ in length. */
export function largestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return Infinity;
  const differences = Array.from(one, (value, index) => Math.abs(value - other[index]!));
  return differences.some(Number.isNaN) ? Infinity : Math.max(0, ...differences);
}
