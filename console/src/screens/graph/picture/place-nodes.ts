import type { GraphIndex } from '../model/graph-index.ts';
import { KINDS, kindOf, type GraphNode } from '../model/kinds.ts';

export interface Point {
  x: number;
  y: number;
}
export type Positions = ReadonlyMap<string, Point>;

const INNER_RADIUS = 10;
const OUTER_RADIUS = 20;
/** Those who share the same stand behind each other, this far apart. */
const STAGGER = 1.5;
const STAGGERED = 4;

/**
 * Where nodes stand before forces move them: the seed in the middle, around it what it was seen with (by kind), and
 * outside the peers, each behind what it shares. The same graph is always placed the same.
 */
export function placeNodes(graph: GraphIndex): Positions {
  const positions = new Map<string, Point>([[graph.seedId, { x: 0, y: 0 }]]);
  const traits = [...graph.nodes.values()].filter((node) => node.group !== 'riskuser').sort(byKind);
  const angles = spreadTraits(graph, traits);
  for (const [id, angle] of angles) positions.set(id, onRing(angle, INNER_RADIUS));
  const peers = [...graph.nodes.values()].filter(({ id, group }) => group === 'riskuser' && id !== graph.seedId);
  const placed = peers.map((peer) => ({ id: peer.id, angle: meanAngle(graph, peer.id, angles) }));
  for (const [index, { id, angle }] of placed.sort((a, b) => a.angle - b.angle).entries()) {
    // Peers of the same indicator have the same angle: turned a little, they make a fan.
    const turned = angle + ((index / Math.max(peers.length, 1)) * 2 - 1) * 0.2;
    positions.set(id, onRing(turned, OUTER_RADIUS + (index % STAGGERED) * STAGGER));
  }
  return positions;
}

function byKind(a: GraphNode, b: GraphNode): number {
  return KINDS.indexOf(kindOf(a)) - KINDS.indexOf(kindOf(b));
}

/** Each trait gets as much of the circle as it has peers. */
function spreadTraits({ neighbours }: GraphIndex, traits: readonly GraphNode[]): Map<string, number> {
  const widths = traits.map(({ id }) => 1 + Math.sqrt(neighbours.get(id)?.length ?? 0));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let before = 0;
  const angles = traits.map(({ id }, index) => {
    const width = widths[index] ?? 0;
    before += width;
    return [id, ((before - width / 2) / whole) * 2 * Math.PI] as const;
  });
  return new Map(angles);
}

/** The middle of the directions of what a peer shares. */
function meanAngle({ neighbours }: GraphIndex, id: string, angles: ReadonlyMap<string, number>): number {
  const shared = (neighbours.get(id) ?? []).flatMap((trait) => angles.get(trait) ?? []);
  const x = shared.reduce((sum, angle) => sum + Math.cos(angle), 0);
  const y = shared.reduce((sum, angle) => sum + Math.sin(angle), 0);
  return Math.atan2(y, x);
}

function onRing(angle: number, radius: number): Point {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}
