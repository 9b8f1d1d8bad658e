import { useEffect, useMemo, useState } from 'react';
import type { GraphIndex } from '../model/graph-index.ts';
import type { LayoutRequest, LayoutResult } from './layout-messages.ts';
import { placeNodes, type Positions } from './place-nodes.ts';

/** Where the nodes of a graph stand: at once on rings, and a moment later where forces have moved them. */
export function useLayout(graph: GraphIndex): Positions {
  const start = useMemo(() => placeNodes(graph), [graph]);
  const [rest, setRest] = useState<{ graph: GraphIndex; positions: Positions }>();
  useEffect(() => {
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutResult>) => {
      setRest({ graph, positions: readPositions(graph, data) });
      worker.terminate();
    });
    worker.postMessage(describeGraph(graph, start));
    return () => worker.terminate();
  }, [graph, start]);
  return useMemo(() => {
    if (rest?.graph === graph) return rest.positions;
    // The other view of the same user has come: what stands already waits where it is.
    return rest?.graph.seedId === graph.seedId ? new Map([...start, ...rest.positions]) : start;
  }, [graph, start, rest]);
}

/** The seed comes first in every graph. */
function describeGraph({ nodes, links }: GraphIndex, start: Positions): LayoutRequest {
  const ids = [...nodes.keys()];
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const points = ids.map((id) => start.get(id) ?? { x: 0, y: 0 });
  return {
    coordinates: Float32Array.from(points.flatMap(({ x, y }) => [x, y])),
    links: Uint32Array.from(links.flatMap(([source, target]) => [numbers.get(source) ?? 0, numbers.get(target) ?? 0])),
  };
}

function readPositions({ nodes }: GraphIndex, { coordinates }: LayoutResult): Positions {
  const points = [...nodes.keys()].map((id, number) => {
    return [id, { x: coordinates[2 * number] ?? 0, y: coordinates[2 * number + 1] ?? 0 }] as const;
  });
  return new Map(points);
}
