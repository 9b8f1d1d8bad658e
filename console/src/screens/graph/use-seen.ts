import { useMemo } from 'react';
import { indexGraph, uniteGraphs, type Graph, type GraphIndex } from './model/graph-index.ts';
import type { Seen } from './model/seen.ts';
import type { Views } from './queries.ts';

/** The graphs that have been loaded, ready to walk through. */
export function useSeen({ then, now }: Views): Seen {
  const [thenGraph, nowGraph] = [useIndex(then.data), useIndex(now.data)];
  const united = useMemo(() => {
    const graphs = [thenGraph, nowGraph].filter((graph) => graph !== undefined);
    return graphs.length === 1 && graphs[0] ? graphs[0] : uniteGraphs(graphs);
  }, [thenGraph, nowGraph]);
  return useMemo(() => ({ then: thenGraph, now: nowGraph, united }), [thenGraph, nowGraph, united]);
}

function useIndex(graph: Graph | undefined): GraphIndex | undefined {
  return useMemo(() => graph && indexGraph(graph), [graph]);
}
