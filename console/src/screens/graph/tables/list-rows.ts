import type { GraphIndex } from '../model/graph-index.ts';
import type { GraphNode } from '../model/kinds.ts';
import { shownGraph, type Seen } from '../model/seen.ts';
import type { GraphSearch } from '../search.ts';

const UNKNOWN = '–';

/** A node as its table shows it. */
export interface NodeRow {
  node: GraphNode;
  fraud: 'yes' | 'no' | typeof UNKNOWN;
  threat: 'yes' | 'no' | typeof UNKNOWN;
  similarity: number | typeof UNKNOWN;
  centrality: number | typeof UNKNOWN;
  bridge: number | typeof UNKNOWN;
  links: number;
  seenIn: 'both' | 'then' | 'now';
}

/** @param view which of the graphs; without one, all that is in either */
export function listRows(seen: Seen, view: GraphSearch['view']): NodeRow[] {
  const { then, now } = seen;
  const graph = shownGraph(seen, view);
  return [...graph.nodes.values()].map((node) => {
    const isNow = now?.nodes.has(node.id) ?? false;
    const isThen = then?.nodes.has(node.id) ?? false;
    // Of others at the assessment nothing is said, which is not the same as no.
    const isSuppressed = (view === 'then' || !isNow) && node.id !== graph.seedId;
    return {
      ...describe(node, isSuppressed),
      node,
      links: countLinks(graph, node.id),
      seenIn: isNow && isThen ? 'both' : isNow ? 'now' : 'then',
    };
  });
}

function describe(node: GraphNode, isSuppressed: boolean): Omit<NodeRow, 'node' | 'links' | 'seenIn'> {
  const isUser = node.group === 'riskuser' && !isSuppressed;
  return {
    fraud: isUser ? sayYes(node.properties.is_confirmed_fraud) : UNKNOWN,
    threat: node.group === 'globalindicator' ? sayYes(node.properties.is_global_threat) : UNKNOWN,
    similarity: isUser ? node.properties.knn_fraud_similarity : UNKNOWN,
    centrality: isUser ? node.properties.gds_pagerank_score : UNKNOWN,
    bridge: isUser ? node.properties.gds_betweenness_score : UNKNOWN,
  };
}

function sayYes(is: boolean): 'yes' | 'no' {
  return is ? 'yes' : 'no';
}

function countLinks({ neighbours }: GraphIndex, id: string): number {
  return neighbours.get(id)?.length ?? 0;
}
