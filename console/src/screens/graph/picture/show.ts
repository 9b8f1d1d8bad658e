import type { EdgeDisplayData, NodeDisplayData } from 'sigma/types';
import type { DrawnNode } from './build-graph.ts';
import { mix, toCss, type Colour, type Colours } from './colours.ts';
import { linkKey, type Emphasis, type Focus } from './focus.ts';
import type { ShapeAttributes } from './shape-program.ts';

/** What decides how nodes and links are shown at a moment. */
export interface Showing {
  colours: Colours;
  seedId: string;
  focus: Focus;
  emphasis: Emphasis;
  /** So many links that they are drawn as hairs, and faintly. */
  isDense: boolean;
}

/** Programs that links are drawn by. */
export const LINK_TYPES = { broad: 'broad', hair: 'hair' } as const;

/** How much of the ground is in what is not looked at. */
const FADED = 0.82;
const FADED_LINK = 0.85;
const LINK = 0.3;
const DENSE_LINK = 0.65;

export function showNode(
  { colours, seedId, focus, emphasis }: Showing,
  id: string,
  { x, y, label, look }: DrawnNode,
): Partial<NodeDisplayData> & ShapeAttributes {
  const isLit = emphasis.lit?.has(id) ?? true;
  const isSelected = id === focus.selected;
  const paint = (colour: Colour) => toCss(isLit ? colour : mix(colour, colours.ground, FADED));
  return {
    x,
    y,
    label: isLit ? label : '',
    size: look.size,
    color: paint(look.fill),
    ringColor: isSelected ? toCss(colours.accent) : paint(look.ringColour),
    groundColor: toCss(colours.ground),
    shape: look.shape,
    glyph: look.glyph,
    // The seed is in the middle, at 0.
    isLeft: x < 0,
    rings: isSelected ? Math.max(1, look.rings) : look.rings,
    hidden: emphasis.isHidden(id),
    forceLabel: isLit && (emphasis.lit !== undefined || id === seedId),
    highlighted: isSelected || id === focus.pointed,
    zIndex: isLit ? 1 + look.rings : 0,
  };
}

export function showLink(
  { colours, focus, emphasis, isDense }: Showing,
  one: string,
  other: string,
): Partial<EdgeDisplayData> {
  const isOnPath = emphasis.pathLinks.has(linkKey(one, other));
  const centre = focus.pointed ?? focus.selected;
  const isAtCentre = one === centre || other === centre;
  const isLit = !emphasis.lit || isOnPath || (isAtCentre && emphasis.lit.has(one) && emphasis.lit.has(other));
  const isPointedOut = isLit && emphasis.lit !== undefined;
  const faintness = !isLit ? FADED_LINK : isDense && !isPointedOut ? DENSE_LINK : LINK;
  return {
    type: isDense && !isPointedOut ? LINK_TYPES.hair : LINK_TYPES.broad,
    color: toCss(isOnPath ? colours.fraud : mix(colours.line, colours.ground, faintness)),
    size: isOnPath ? 4 : isPointedOut ? 2 : 1.2,
    hidden: emphasis.isHidden(one) || emphasis.isHidden(other),
    zIndex: isOnPath ? 2 : Number(isLit),
  };
}
