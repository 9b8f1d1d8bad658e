import test from 'ava';
import fc from 'fast-check';
import { findComponents } from '../../../engine/graph/components.ts';
import { computeFraudDistance } from '../../../engine/graph/fraud-distance.ts';
import { computeFraudSimilarity } from '../../../engine/graph/fraud-similarity.ts';
import { largestDifference, SHAPES, sketches, star, toGraph, type Sketch } from './graphs.ts';
import { naiveHops, naiveSimilarity } from './reference.ts';

const similarityOf = (sketch: Sketch) => computeFraudSimilarity(toGraph(sketch));
const distanceOf = (sketch: Sketch) => computeFraudDistance(toGraph(sketch));

function checkAgainstDefinitions(sketch: Sketch): boolean {
  const hops = naiveHops(sketch);
  const nearest = hops.map((row) => Math.min(Infinity, ...sketch.frauds.map((fraud) => row[fraud]!)));
  const components = hops.map((row) => [...row.keys()].filter((other) => row[other]! < Infinity));
  const isFraud = (user: number) => sketch.frauds.includes(user);
  const { size, fraudShare } = findComponents(toGraph(sketch));
  const shares = components.map((members) => members.filter(isFraud).length / members.length);
  return (
    largestDifference(similarityOf(sketch), naiveSimilarity(sketch)) < 1e-9 &&
    largestDifference(
      distanceOf(sketch),
      nearest.map((distance) => (distance === Infinity ? -1 : distance)),
    ) === 0 &&
    largestDifference(
      size,
      components.map((members) => members.length),
    ) === 0 &&
    largestDifference(fraudShare, shares) === 0
  );
}

for (const [name, sketch] of Object.entries(SHAPES)) {
  test(`similarity, distance and components are what their definitions give: ${name}`, (t) => {
    t.true(checkAgainstDefinitions(sketch));
  });
}

test('similarity, distance and components are what their definitions give, whatever the graph', (t) => {
  fc.assert(fc.property(sketches, (sketch) => t.true(checkAgainstDefinitions(sketch))));
});

test('one more confirmed fraud lowers no similarity and raises no distance', (t) => {
  fc.assert(
    fc.property(sketches, fc.nat(), (sketch, choice) => {
      const more = { ...sketch, frauds: [...new Set([...sketch.frauds, choice % sketch.users])] };
      const [before, after] = [similarityOf(sketch), similarityOf(more)];
      t.true(after.every((value, user) => value >= before[user]! - 1e-12 && value <= 1));
      const [near, nearer] = [distanceOf(sketch), distanceOf(more)];
      t.true(nearer.every((hops, user) => near[user] === -1 || (hops !== -1 && hops <= near[user]!)));
    }),
  );
});

test('one shared device of two users is as similar as the inline estimate says', (t) => {
  t.is(similarityOf({ ...star(2), frauds: [1] })[0]!.toFixed(2), '0.63');
  t.is(similarityOf({ ...star(2), frauds: [1] })[1], 0);
});

test('many shared indicators are no more than certain', (t) => {
  const types = Array<'device'>(3_000).fill('device');
  const edges = types.flatMap((_, indicator): Sketch['edges'] => [
    [0, indicator],
    [1, indicator],
  ]);
  const similarity = similarityOf({ users: 2, types, edges, frauds: [1] })[0]!;
  t.true(similarity > 0.999999 && similarity <= 1);
});
