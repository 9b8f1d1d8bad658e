import type { Graph } from './graph-index.ts';

/** What the service shows at most. */
const PEER_LIMIT = 200;
const NODE_LIMIT = 1000;

/** What is to be said about what is not shown; undefined when all is. */
export function tellTruncation({ nodes, meta }: Graph): string | undefined {
  const peers = nodes.filter(({ group }) => group === 'riskuser').length - 1;
  if (peers >= PEER_LIMIT) {
    return `Only the ${PEER_LIMIT} other users who share most are shown (${meta.nodeCount} nodes, ${meta.linkCount} links in all). There may be more.`;
  }
  if (meta.nodeCount >= NODE_LIMIT) return `Only ${NODE_LIMIT} nodes are shown. There may be more.`;
  return undefined;
}
