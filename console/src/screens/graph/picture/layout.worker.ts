import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { LayoutRequest, LayoutResult } from './layout-messages.ts';

/*
 * Pulls together what is linked and pushes apart what is not, beside the page: a thousand nodes take about a second.
 * The same graph from the same start always comes to the same rest.
 */

/** Above, forces are approximated, and sooner left as they are. */
const EXACT_NODES = 400;
const ITERATIONS = 300;
const FEWER_ITERATIONS = 150;

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage(layOut(data) satisfies LayoutResult);
});

function layOut({ coordinates, links }: LayoutRequest): LayoutResult {
  const graph = new UndirectedGraph();
  const count = coordinates.length / 2;
  for (let node = 0; node < count; node += 1) {
    graph.addNode(node, { x: coordinates[2 * node], y: coordinates[2 * node + 1], fixed: node === 0 });
  }
  for (let link = 0; link < links.length; link += 2) graph.mergeEdge(links[link], links[link + 1]);
  const isLarge = count > EXACT_NODES;
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: isLarge,
    gravity: 1,
    strongGravityMode: false,
    scalingRatio: 8,
    slowDown: 3,
  };
  const rest = forceAtlas2(graph, { iterations: isLarge ? FEWER_ITERATIONS : ITERATIONS, settings });
  const result = new Float32Array(coordinates.length);
  for (let node = 0; node < count; node += 1) {
    const { x, y } = rest[node] ?? { x: 0, y: 0 };
    result.set([x, y], 2 * node);
  }
  return { coordinates: result };
}
