import type { Schemas } from '../../../../../clients/typescript/src/types.ts';
import type { GraphNode } from './kinds.ts';

export type Graph = Schemas['Graph'];

/** A graph as it is walked through. */
export interface GraphIndex {
  /** In the order of the service: the seed, indicators, peers by what they share, cards and places. */
  nodes: ReadonlyMap<string, GraphNode>;
  neighbours: ReadonlyMap<string, readonly string[]>;
  links: readonly (readonly [source: string, target: string])[];
  seedId: string;
}

export function indexGraph({ nodes, links }: Pick<Graph, 'nodes' | 'links'>): GraphIndex {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const known = links.filter(({ source, target }) => neighbours.has(source) && neighbours.has(target));
  for (const { source, target } of known) {
    neighbours.get(source)?.push(target);
    neighbours.get(target)?.push(source);
  }
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    neighbours,
    links: known.map(({ source, target }) => [source, target] as const),
    seedId: nodes[0]?.id ?? '',
  };
}

/** All that is in either of two graphs around the same user, each once: what is laid out, so that both look alike. */
export function uniteGraphs(graphs: readonly GraphIndex[]): GraphIndex {
  const nodes = new Map(graphs.flatMap((graph) => [...graph.nodes]));
  const links = new Map(graphs.flatMap((graph) => graph.links.map((link) => [link.join('\n'), link] as const)));
  return indexGraph({
    nodes: [...nodes.values()],
    links: [...links.values()].map(([source, target]) => ({ source, target, type: 'USES_INDICATOR' as const })),
  });
}
