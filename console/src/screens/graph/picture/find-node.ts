/** A node where it is drawn. */
export interface Standing {
  id: string;
  x: number;
  y: number;
  /** How far from its middle it still is the node, in the same unit. */
  reach: number;
  /** Higher ones are drawn over lower ones. */
  layer: number;
}

/** The node at a point: of several, one drawn over the others, then the one whose middle is nearest. */
export function findNode(nodes: Iterable<Standing>, point: { x: number; y: number }): string | undefined {
  let found: Standing | undefined;
  let nearest = Infinity;
  for (const node of nodes) {
    const distance = Math.hypot(node.x - point.x, node.y - point.y);
    if (distance > node.reach) continue;
    if (found && (node.layer < found.layer || (node.layer === found.layer && distance >= nearest))) continue;
    found = node;
    nearest = distance;
  }
  return found?.id;
}
