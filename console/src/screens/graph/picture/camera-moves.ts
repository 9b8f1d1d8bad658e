import type Sigma from 'sigma';
import type { DrawnLink, DrawnNode } from './build-graph.ts';
import type { Positions } from './place-nodes.ts';

export type Renderer = Sigma<DrawnNode, DrawnLink>;
export type Zoom = 'in' | 'out' | 'whole';

const DURATION = { duration: 200 };
/** Room for names beside the outermost nodes, and for rings around them. */
const MARGIN = { x: 1.3, y: 1.1 };

export function zoomCamera(renderer: Renderer, zoom: Zoom): void {
  const camera = renderer.getCamera();
  if (zoom === 'in') void camera.animatedZoom(DURATION);
  else if (zoom === 'out') void camera.animatedUnzoom(DURATION);
  else void camera.animatedReset(DURATION);
}

/** Moves to a node, unless it is in sight. */
export function showInView(renderer: Renderer, id: string): void {
  const graph = renderer.getGraph();
  if (!graph.hasNode(id)) return;
  const { x, y } = renderer.graphToViewport(graph.getNodeAttributes(id));
  const { width, height } = renderer.getDimensions();
  if (x > 0 && y > 0 && x < width && y < height) return;
  void renderer.getCamera().animate(renderer.viewportToFramedGraph({ x, y }), DURATION);
}

/** The seed stays in the middle, however lopsided the graph. */
export function centreOnSeed(renderer: Renderer, positions: Positions): void {
  const [x, y] = [reachAlong('x', positions), reachAlong('y', positions)];
  renderer.setCustomBBox({ x: [-x, x], y: [-y, y] });
  renderer.refresh();
}

function reachAlong(axis: 'x' | 'y', positions: Positions): number {
  return [...positions.values()].reduce((most, point) => Math.max(most, Math.abs(point[axis])), 1) * MARGIN[axis];
}
