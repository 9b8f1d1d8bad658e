import test from 'ava';
import { pagerank } from 'graphology-metrics/centrality/index.js';
import type { IndicatorGraph } from '../../../engine/graph/build-graph.ts';
import { findComponents } from '../../../engine/graph/components.ts';
import { computePageRank, type PageRankOptions } from '../../../engine/graph/pagerank.ts';
import { largestDifference, ring, SHAPES, star, toGraph } from './graphs.ts';
import { nodeNames, toGraphology } from './reference.ts';

const rank = (graph: IndicatorGraph, options?: PageRankOptions) =>
  computePageRank(graph, findComponents(graph), options);

for (const [name, sketch] of Object.entries(SHAPES)) {
  test(`PageRank is that of graphology, times the number of nodes: ${name}`, (t) => {
    const reference = toGraphology(sketch);
    // It spreads the rank of nodes without edges over all others; here they keep to themselves.
    reference.forEachNode((node) => void (reference.degree(node) === 0 && reference.dropNode(node)));
    const expected = pagerank(reference, { getEdgeWeight: null, tolerance: 1e-13, maxIterations: 1_000 });
    const { scores } = rank(toGraph(sketch), { tolerance: 1e-12, maxIterations: 1_000 });
    const scaled = nodeNames(sketch).map((node) =>
      reference.hasNode(node) ? expected[node]! * reference.order : 1 - 0.85,
    );
    t.true(largestDifference(scores, scaled) < 1e-8);
  });
}

test('a user without edges has 0.15, users alike have 1', (t) => {
  const alone = toGraph({ users: 1, types: [], edges: [], frauds: [] });
  t.deepEqual([...rank(alone).scores], [1 - 0.85]);
  const { scores } = rank(toGraph(ring(9)));
  t.true(largestDifference(scores, Array<number>(18).fill(1)) < 1e-5);
});

test('it stops within the tolerance, or after so many iterations', (t) => {
  const graph = toGraph(star(100));
  const exact = rank(graph, { tolerance: 1e-14, maxIterations: 1_000 }).scores;
  const usual = rank(graph);
  t.true(usual.iterations < 100 && largestDifference(usual.scores, exact) < 1e-5);
  t.is(rank(graph, { tolerance: 0, maxIterations: 7 }).iterations, 7);
});
