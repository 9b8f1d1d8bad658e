import test from 'ava';
import fc from 'fast-check';
import { buildGraph } from '../../../engine/graph/build-graph.ts';
import { computeFeatures, FEATURE_STEPS } from '../../../engine/graph/compute-features.ts';
import { createRandom } from '../../../engine/graph/random.ts';
import { SUPER_CONNECTOR_LIMIT } from '../../../engine/graph-score.ts';
import { ENTITY_TYPES } from '../../../engine/vocabulary.ts';
import { largestDifference, randomSketch, range, sketches, star, toGraph, toInput, type Sketch } from './graphs.ts';

const FEATURES = [
  'pagerank',
  'betweenness',
  'knnFraudSimilarity',
  'fraudDistance',
  'componentSize',
  'componentFraudShare',
] as const;

function compute(sketch: Sketch) {
  return computeFeatures(toGraph(sketch), { random: createRandom(1) });
}

test('naming users otherwise gives each the same features', (t) => {
  fc.assert(
    fc.property(sketches, fc.integer(), (sketch, seed) => {
      const random = createRandom(seed);
      const order = range(sketch.users)
        .map((user) => [random(), user] as const)
        .sort(([one], [other]) => one - other)
        .map(([, user]) => user);
      const renamed: Sketch = {
        ...sketch,
        edges: sketch.edges.map(([user, indicator]) => [order[user]!, indicator]),
        frauds: sketch.frauds.map((user) => order[user]!),
      };
      const [before, after] = [compute(sketch), compute(renamed)];
      for (const name of FEATURES) {
        const [values, moved] = [before[name], after[name]];
        t.true(
          largestDifference(
            values,
            order.map((user) => moved[user]!),
          ) < 1e-9,
          name,
        );
      }
    }),
  );
});

test('the same graph and seed give the same features, and all steps are told', (t) => {
  const sketch = randomSketch(400, 300, 900, 9);
  const steps: string[] = [];
  const options = { exactNodes: 10, epsilon: 0.1 };
  const run = () =>
    computeFeatures(toGraph(sketch), { ...options, random: createRandom(1), onStep: (step) => steps.push(step) });
  t.deepEqual(run(), run());
  t.deepEqual(steps, [...FEATURE_STEPS, ...FEATURE_STEPS]);
});

test('a super-connector is listed and connects nobody, one user less and it does', (t) => {
  const most = star(SUPER_CONNECTOR_LIMIT);
  t.is(compute(most).componentSize[0], SUPER_CONNECTOR_LIMIT);
  const many = { ...star(SUPER_CONNECTOR_LIMIT + 1), frauds: [0] };
  t.deepEqual([...toGraph(many).superConnectors], [0]);
  const features = compute(many);
  t.deepEqual([features.componentSize[1], features.fraudDistance[1], features.knnFraudSimilarity[1]], [1, -1, 0]);
  t.is(features.pagerank[1], 1 - 0.85);
});

test('a part of a tenant counts the users of the whole', (t) => {
  const part = toInput({ ...star(2), frauds: [1] });
  const compare = (connections: number) => {
    const graph = buildGraph({ ...part, connections: Uint32Array.of(connections) });
    return [graph.superConnectors.length, computeFeatures(graph, { random: createRandom(1) }).knnFraudSimilarity[0]];
  };
  t.deepEqual(compare(500), [0, 1 / Math.log2(501)]);
  t.deepEqual(compare(501), [1, 0]);
});

test('types may be given as positions in the vocabulary', (t) => {
  const input = toInput(randomSketch(40, 30, 100, 3));
  const types = input.indicatorTypes as readonly (typeof ENTITY_TYPES)[number][];
  const coded = buildGraph({ ...input, indicatorTypes: Uint8Array.from(types, (type) => ENTITY_TYPES.indexOf(type)) });
  t.deepEqual(coded, buildGraph(input));
});

test('no users, no features', (t) => {
  t.is(compute({ users: 0, types: ['device'], edges: [], frauds: [] }).pagerank.length, 0);
});
