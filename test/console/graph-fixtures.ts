import type { Graph } from '../../console/src/screens/graph/model/graph-index.ts';
import type { GraphNode, IndicatorNode } from '../../console/src/screens/graph/model/kinds.ts';

export function user(name: string, isFraud = false): GraphNode {
  return {
    id: `riskuser::${name}`,
    label: 'RiskUser',
    group: 'riskuser',
    properties: {
      user_id: name,
      is_confirmed_fraud: isFraud,
      knn_fraud_similarity: 0.5,
      gds_pagerank_score: 1,
      gds_betweenness_score: 0,
    },
  };
}

export function indicator(
  type: IndicatorNode['properties']['indicator_type'],
  hash: string,
  isThreat = false,
): GraphNode {
  return {
    id: `globalindicator::${hash}`,
    label: 'GlobalIndicator',
    group: 'globalindicator',
    properties: { indicator_type: type, indicator_hash: hash, is_global_threat: isThreat },
  };
}

/** A graph as the API sends it, with links by the keys of nodes, and their ids by these keys. */
export function graphOf(nodes: GraphNode[], links: [user: string, indicator: string][]) {
  const ids = new Map(nodes.map(({ id }) => [id.slice(id.indexOf('::') + 2), id]));
  const graph: Graph = {
    nodes,
    links: links.map(([source, target]) => ({
      source: ids.get(source) ?? '',
      target: ids.get(target) ?? '',
      type: 'USES_INDICATOR',
    })),
    meta: { seedUserId: nodes[0]?.id ?? '', nodeCount: nodes.length, linkCount: links.length },
  };
  return { graph, ids };
}
