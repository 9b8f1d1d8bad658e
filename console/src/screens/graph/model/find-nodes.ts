import type { GraphIndex } from './graph-index.ts';
import { KIND_FACTS, kindOf, nameOf, type GraphNode } from './kinds.ts';

/** Nodes whose id, name, hash or kind contains what was written; those that begin with it first. */
export function findNodes({ nodes }: Pick<GraphIndex, 'nodes'>, written: string, limit: number): GraphNode[] {
  const wanted = written.trim().toLowerCase();
  if (wanted === '') return [];
  const ranked = [...nodes.values()].map((node) => ({ node, rank: rankNode(node, wanted) }));
  const found = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank);
  return found.slice(0, limit).map(({ node }) => node);
}

/** 2: begins with it, 1: contains it, 0: neither. */
function rankNode(node: GraphNode, wanted: string): number {
  const key = node.id.slice(node.id.indexOf('::') + 2).toLowerCase();
  const texts = [key, nameOf(node).toLowerCase(), KIND_FACTS[kindOf(node)].one.toLowerCase()];
  if (texts.some((text) => text.startsWith(wanted))) return 2;
  return texts.some((text) => text.includes(wanted)) || node.id.toLowerCase() === wanted ? 1 : 0;
}
