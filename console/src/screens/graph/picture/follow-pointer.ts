import type { Coordinates } from 'sigma/types';
import type { Renderer } from './camera-moves.ts';
import { findNode, type Standing } from './find-node.ts';
import { reachOf } from './looks.ts';

interface PointerActions {
  onPoint: (id: string | undefined) => void;
  onSelect: (id: string | undefined) => void;
}

/**
 * Tells what the mouse or a finger points at and chooses, found from where nodes stand. Sigma's own listeners go: they read a
 * pixel back from the drawing at every move, and so wait until all that is being drawn is done.
 */
export function followPointer(renderer: Renderer, { onPoint, onSelect }: PointerActions): void {
  const mouse = renderer.getMouseCaptor();
  const touch = renderer.getTouchCaptor();
  mouse.removeAllListeners();
  touch.removeAllListeners();
  let pointed: string | undefined;
  const point = (id: string | undefined) => {
    if (id === pointed) return;
    pointed = id;
    onPoint(id);
  };
  mouse.on('mousemove', (at) => {
    if (!mouse.isMouseDown) point(nodeAt(renderer, at));
  });
  mouse.on('mouseleave', () => point(undefined));
  mouse.on('click', (at) => onSelect(nodeAt(renderer, at)));
  touch.on('tap', ({ touches, previousTouches }) => {
    const at = touches[0] ?? previousTouches[0];
    if (at) onSelect(nodeAt(renderer, at));
  });
}

function nodeAt(renderer: Renderer, point: Coordinates): string | undefined {
  const at = renderer.viewportToGraph(point);
  const beside = renderer.viewportToGraph({ x: point.x + 1, y: point.y });
  const perSize = renderer.scaleSize(1) * Math.hypot(beside.x - at.x, beside.y - at.y);
  return findNode(standings(renderer, perSize), at);
}

/** Nodes as they are shown. Their places are the graph's own: sigma's are not set before the next frame is drawn. */
function* standings(renderer: Renderer, perSize: number): Iterable<Standing> {
  for (const { node: id, attributes } of renderer.getGraph().nodeEntries()) {
    const shown = renderer.getNodeDisplayData(id);
    if (!shown || shown.hidden) continue;
    const { x, y } = attributes;
    yield { id, x, y, layer: shown.zIndex, reach: shown.size * reachOf(ringsOf(shown)) * perSize };
  }
}

function ringsOf(shown: object): number {
  return 'rings' in shown ? Number(shown.rings) : 0;
}
