import Sigma from 'sigma';
import { EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';
import { animateNodes } from 'sigma/utils';
import type { GraphIndex } from '../model/graph-index.ts';
import { buildGraph, type DrawnGraph, type DrawnLink, type DrawnNode } from './build-graph.ts';
import { centreOnSeed, showInView, zoomCamera, type Renderer, type Zoom } from './camera-moves.ts';
import type { Colours } from './colours.ts';
import { createHoverDrawing, createLabelDrawing } from './draw-labels.ts';
import { emphasise, type Focus } from './focus.ts';
import { followPointer } from './follow-pointer.ts';
import type { Positions } from './place-nodes.ts';
import { ShapeProgram } from './shape-program.ts';
import { LINK_TYPES, showLink, showNode, type Showing } from './show.ts';

export interface PictureOptions {
  graph: GraphIndex;
  positions: Positions;
  colours: Colours;
  focus: Focus;
  onPoint: (id: string | undefined) => void;
  onSelect: (id: string | undefined) => void;
}

/** A graph drawn into an element, and what can be done with the drawing. */
export interface Picture {
  camera: ReturnType<Renderer['getCamera']>;
  setFocus: (focus: Focus) => void;
  setPositions: (positions: Positions) => void;
  zoom: (zoom: Zoom) => void;
  /** Moves to a node that is out of sight. */
  show: (id: string) => void;
  destroy: () => void;
}

/** More links are drawn as hairs, and left out while the picture moves. */
const DENSE_LINKS = 1500;
/** With more nodes, names show only as one comes closer. */
const NAMED_NODES = 60;
const MOVE_MS = 500;
/** Nodes and links grow as one comes closer, but less than the distances between them. */
const SIZE_PER_ZOOM = 0.4;

/** @throws Error where the browser cannot draw with WebGL */
export function drawPicture(
  container: HTMLElement,
  { graph, colours, positions, ...options }: PictureOptions,
): Picture {
  const drawn = buildGraph(graph, colours, positions);
  const isDense = graph.links.length > DENSE_LINKS;
  const show = (focus: Focus): Showing => {
    return { colours, seedId: graph.seedId, focus, emphasis: emphasise(graph, focus), isDense };
  };
  let showing = show(options.focus);
  let stopMoving = () => {};
  const renderer = new Sigma<DrawnNode, DrawnLink>(drawn, container, {
    ...settingsFor(graph, colours),
    nodeReducer: (id, node) => showNode(showing, id, node),
    edgeReducer: (link) => showLink(showing, drawn.source(link), drawn.target(link)),
  });
  centreOnSeed(renderer, positions);
  followPointer(renderer, options);
  const observer = new ResizeObserver(() => renderer.resize().scheduleRefresh());
  observer.observe(container);
  return {
    camera: renderer.getCamera(),
    setFocus: (focus) => {
      const { selected } = showing.focus;
      showing = show(focus);
      renderer.scheduleRefresh();
      if (focus.selected !== undefined && focus.selected !== selected) showInView(renderer, focus.selected);
    },
    setPositions: (next) => {
      stopMoving();
      centreOnSeed(renderer, next);
      stopMoving = moveNodes(drawn, next);
    },
    zoom: (zoom) => zoomCamera(renderer, zoom),
    show: (id) => showInView(renderer, id),
    destroy: () => {
      stopMoving();
      observer.disconnect();
      renderer.kill();
    },
  };
}

function settingsFor({ nodes, links }: GraphIndex, colours: Colours) {
  const isCrowded = nodes.size > NAMED_NODES;
  return {
    allowInvalidContainer: true,
    nodeProgramClasses: { shape: ShapeProgram },
    defaultNodeType: 'shape',
    edgeProgramClasses: { [LINK_TYPES.broad]: EdgeRectangleProgram, [LINK_TYPES.hair]: EdgeLineProgram },
    defaultEdgeType: LINK_TYPES.broad,
    defaultDrawNodeLabel: createLabelDrawing(colours),
    defaultDrawNodeHover: createHoverDrawing(colours),
    labelFont: getComputedStyle(document.body).fontFamily,
    labelSize: 12,
    labelWeight: '500',
    labelRenderedSizeThreshold: isCrowded ? 9 : 0,
    labelDensity: isCrowded ? 0.7 : 2,
    labelGridCellSize: 60,
    hideEdgesOnMove: links.length > DENSE_LINKS,
    hideLabelsOnMove: isCrowded,
    zoomToSizeRatioFunction: (ratio: number) => ratio ** SIZE_PER_ZOOM,
    zIndex: true,
    stagePadding: 24,
    minCameraRatio: 0.03,
    maxCameraRatio: 3,
  };
}

/** @returns how to stop it */
function moveNodes(drawn: DrawnGraph, positions: Positions): () => void {
  const targets = Object.fromEntries([...positions].filter(([id]) => drawn.hasNode(id)));
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return animateNodes(drawn, targets as Record<string, { x: number; y: number }>, { duration: MOVE_MS });
  }
  for (const [id, point] of Object.entries(targets)) drawn.mergeNodeAttributes(id, point);
  return () => {};
}
