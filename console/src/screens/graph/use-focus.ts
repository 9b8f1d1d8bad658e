import { useMemo, useState } from 'react';
import type { GraphIndex } from './model/graph-index.ts';
import type { GraphNode } from './model/kinds.ts';
import { findNearestFraud, type FraudPath } from './model/nearest-fraud.ts';
import { shownGraph, type Seen } from './model/seen.ts';
import type { Focus } from './picture/focus.ts';
import { readHidden, type GraphSearch } from './search.ts';

interface Focused {
  focus: Focus;
  /** The node whose details are shown. */
  node: GraphNode | undefined;
  /** The graph it is looked at in: the one that is shown, unless the node is in the other one alone. */
  graph: GraphIndex;
  /** Where paths begin: the chosen node, else the one in the middle. */
  from: string;
  path: FraudPath | undefined;
  onPoint: (id: string | undefined) => void;
}

/** What is looked at: the address says what is chosen, the pointer what is pointed at. */
export function useFocus({ node: asked = '', path: isPathAsked, hide, view }: GraphSearch, seen: Seen): Focused {
  const [pointed, onPoint] = useState<string>();
  const { united, now } = seen;
  const shown = shownGraph(seen, view);
  const graph = shown.nodes.has(asked) || !united.nodes.has(asked) ? shown : united;
  const node = graph.nodes.get(asked);
  const from = node?.id ?? united.seedId;
  const path = useMemo(() => now && findNearestFraud(now, from), [now, from]);
  const focus = useMemo<Focus>(() => {
    const shown = isPathAsked && path ? path.ids : [];
    return { selected: node?.id, pointed, path: shown, hidden: readHidden(hide) };
  }, [node, pointed, isPathAsked, path, hide]);
  return { focus, node, graph, from, path, onPoint };
}
