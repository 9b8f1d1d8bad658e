import test from 'ava';
import fc from 'fast-check';
import { betweenness } from 'graphology-metrics/centrality/index.js';
import { computeBetweenness, type BetweennessOptions } from '../../../engine/graph/betweenness.ts';
import { findComponents } from '../../../engine/graph/components.ts';
import { createRandom } from '../../../engine/graph/random.ts';
import { countNeededPaths } from '../../../engine/graph/sampled-betweenness.ts';
import { largestDifference, randomSketch, ring, SHAPES, sketches, star, toGraph, type Sketch } from './graphs.ts';
import { naiveBetweenness, nodeNames, toGraphology } from './reference.ts';

function compute(sketch: Sketch, options: Partial<BetweennessOptions> = {}) {
  const graph = toGraph(sketch);
  return computeBetweenness(graph, findComponents(graph), { random: createRandom(1), ...options });
}

const ofUsers = (sketch: Sketch, options?: Partial<BetweennessOptions>) =>
  compute(sketch, options).shares.slice(0, sketch.users);

for (const [name, sketch] of Object.entries(SHAPES)) {
  test(`betweenness of all nodes is that of graphology, per pair of the component: ${name}`, (t) => {
    const graph = toGraph(sketch);
    const components = findComponents(graph);
    const expected = betweenness(toGraphology(sketch), { getEdgeWeight: null, normalized: false });
    const pairs = new Float64Array(graph.nodes);
    for (let index = 0; index + 1 < components.starts.length; index += 1) {
      const members = components.nodes.subarray(components.starts[index], components.starts[index + 1]);
      for (const node of members) pairs[node] = ((members.length - 1) * (members.length - 2)) / 2;
    }
    const scaled = nodeNames(sketch).map((node, index) => expected[node]! / Math.max(1, pairs[index]!));
    t.true(largestDifference(compute(sketch, { between: 'nodes' }).shares, scaled) < 1e-9);
  });

  test(`betweenness among users is what counting all paths gives: ${name}`, (t) => {
    t.true(largestDifference(ofUsers(sketch), naiveBetweenness(sketch)) < 1e-9);
  });
}

test('betweenness among users is what counting all paths gives, whatever the graph', (t) => {
  fc.assert(
    fc.property(sketches, (sketch) => t.true(largestDifference(ofUsers(sketch), naiveBetweenness(sketch)) < 1e-9)),
  );
});

test('the only bridge between two groups has all pairs across, users around one device none', (t) => {
  const edges: Sketch['edges'] = [0, 1, 2].map((user) => [user, 0]);
  const bridge: Sketch = { users: 5, types: ['device', 'ip'], edges: [...edges, [2, 1], [3, 1], [4, 1]], frauds: [] };
  t.deepEqual([...ofUsers(bridge)], [0, 0, 4 / 6, 0, 0]);
  t.deepEqual([...ofUsers(star(9))], Array<number>(9).fill(0));
});

test('a user alone is no bridge, however many indicators are its own', (t) => {
  const alone: Sketch = {
    users: 1,
    types: ['device', 'email', 'ip'],
    edges: [0, 1, 2].map((one) => [0, one]),
    frauds: [],
  };
  t.is(compute(alone).shares[0], 0);
  t.is(compute(alone, { between: 'nodes' }).shares[0], 1);
});

test('sampled betweenness is within its error of the exact one', (t) => {
  for (const sketch of [randomSketch(900, 700, 1_900, 5), randomSketch(400, 60, 900, 6), ring(150)]) {
    for (const between of ['users', 'nodes'] as const) {
      const exact = compute(sketch, { between, exactNodes: 2_500 });
      const sampled = compute(sketch, { between, exactNodes: 50, epsilon: 0.02 });
      t.deepEqual([exact.sampledComponents, exact.sampledEpsilon], [0, 0]);
      t.true(sampled.sampledEpsilon > 0.019 && sampled.sampledEpsilon <= 0.02);
      t.true(sampled.sampledComponents > 0 && sampled.sampledPaths > 0);
      t.true(largestDifference(sampled.shares, exact.shares) < 0.02);
    }
  }
});

test('a chain without end costs no more than its budget, and tells its larger error', (t) => {
  const chain = ring(20_000);
  const sampled = compute(chain, { budget: 1e6 });
  t.true(sampled.sampledPaths > 10 && sampled.sampledPaths < 300);
  t.true(sampled.sampledEpsilon > 0.1);
  // Each user is between a quarter of the pairs: those that have it on their shorter way round.
  t.true(sampled.shares.slice(0, chain.users).every((share) => Math.abs(share - 0.25) < sampled.sampledEpsilon));
});

test('the same seed draws the same paths', (t) => {
  const sketch = randomSketch(400, 60, 900, 6);
  const sample = (seed: number) => ofUsers(sketch, { exactNodes: 10, epsilon: 0.1, random: createRandom(seed) });
  t.deepEqual(sample(7), sample(7));
  t.notDeepEqual(sample(7), sample(8));
});

test('the number of paths is that of the article', (t) => {
  t.is(countNeededPaths({ vertexDiameter: 18, delta: 0.1 }, 0.02), Math.ceil(1_250 * (4 + 1 + Math.log(10))));
  t.is(countNeededPaths({ vertexDiameter: 3, delta: 0.5 }, 0.1), Math.ceil(50 * (0 + 1 + Math.log(2))));
});
