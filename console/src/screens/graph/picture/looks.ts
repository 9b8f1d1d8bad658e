import { kindOf, markOf, type GraphNode, type Kind, type Mark } from '../model/kinds.ts';
import type { Colour, Colours } from './colours.ts';

/** How a node is drawn: colour is never all that tells it apart. */
export interface Look {
  fill: Colour;
  shape: number;
  glyph: number;
  rings: number;
  ringColour: Colour;
  /** In pixels. */
  size: number;
}

/** The order of the shader's shapes (shape-shaders.ts). */
const SHAPES: Readonly<Record<Kind, number>> = {
  user: 0,
  device: 1,
  ip: 2,
  email: 3,
  phone: 4,
  payment: 5,
  card: 6,
  place: 7,
};
const GLYPHS: Readonly<Record<Mark, number>> = { fraud: 1, threat: 2 };
const RINGS: Readonly<Record<Mark, number>> = { fraud: 2, threat: 1 };

const SEED_SIZE = 13;
const FRAUD_SIZE = 11;
const THREAT_SIZE = 10;
const USER_SIZE = 7;
const TRAIT_SIZE = 6;
const MAX_GROWTH = 5;
/** Of more nodes than this, each is smaller. */
const CROWD = 120;

/** @param degree how many nodes it is linked with; hubs are a little bigger */
export function lookOf(
  node: GraphNode,
  colours: Colours,
  { isSeed, degree }: { isSeed: boolean; degree: number },
): Look {
  const kind = kindOf(node);
  const mark = markOf(node);
  return {
    fill: mark ? colours[mark] : fillOf(kind, colours),
    shape: SHAPES[kind],
    glyph: mark ? GLYPHS[mark] : 0,
    rings: mark ? RINGS[mark] : Number(isSeed),
    ringColour: isSeed ? colours.text : mark ? colours[mark] : colours.ground,
    size: sizeOf(kind, mark, isSeed, degree),
  };
}

function fillOf(kind: Kind, colours: Colours): Colour {
  if (kind === 'user' || kind === 'card' || kind === 'place') return colours[kind];
  return colours.indicator;
}

function sizeOf(kind: Kind, mark: Mark | undefined, isSeed: boolean, degree: number): number {
  if (isSeed) return SEED_SIZE;
  const base =
    mark === 'fraud' ? FRAUD_SIZE : mark === 'threat' ? THREAT_SIZE : kind === 'user' ? USER_SIZE : TRAIT_SIZE;
  return kind === 'user' ? base : base + Math.min(MAX_GROWTH, Math.log2(1 + degree));
}

/** What nodes are drawn smaller by where there are many. */
export function crowdScale(count: number): number {
  return count <= CROWD ? 1 : Math.max(0.5, Math.sqrt(CROWD / count));
}

/** How far a node reaches with its rings, in its own size (shape-shaders.ts draws it so). */
export function reachOf(rings: number): number {
  return rings === 0 ? 1.12 : rings === 1 ? 1.45 : 1.78;
}
