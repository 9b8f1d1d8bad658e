import { UndirectedGraph } from 'graphology';
import type { GraphIndex } from '../model/graph-index.ts';
import { nameOf } from '../model/kinds.ts';
import type { Colours } from './colours.ts';
import { crowdScale, lookOf, type Look } from './looks.ts';
import type { Positions } from './place-nodes.ts';

export interface DrawnNode {
  x: number;
  y: number;
  label: string;
  look: Look;
}
export type DrawnLink = Record<string, never>;
export type DrawnGraph = UndirectedGraph<DrawnNode, DrawnLink>;

/** A graph as sigma draws it. */
export function buildGraph(graph: GraphIndex, colours: Colours, positions: Positions): DrawnGraph {
  const drawn: DrawnGraph = new UndirectedGraph();
  const scale = crowdScale(graph.nodes.size);
  for (const [id, node] of graph.nodes) {
    const { x, y } = positions.get(id) ?? { x: 0, y: 0 };
    const degree = graph.neighbours.get(id)?.length ?? 0;
    const look = lookOf(node, colours, { isSeed: id === graph.seedId, degree });
    drawn.addNode(id, { x, y, label: nameOf(node), look: { ...look, size: look.size * scale } });
  }
  for (const [source, target] of graph.links) drawn.mergeEdge(source, target);
  return drawn;
}
