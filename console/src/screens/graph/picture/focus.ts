import type { GraphIndex } from '../model/graph-index.ts';
import { kindOf, type Kind } from '../model/kinds.ts';

/** What of a picture is looked at; it changes with the pointer, the picture does not. */
export interface Focus {
  /** The node whose details are shown. */
  selected: string | undefined;
  /** The node under the pointer, or that the arrow keys have come to. */
  pointed: string | undefined;
  /** Nodes in a row to point out. */
  path: readonly string[];
  hidden: ReadonlySet<Kind>;
}

/** What follows from a focus for all nodes and links of one picture. */
export interface Emphasis {
  /** What stays in full colour; undefined: all of it. */
  lit: ReadonlySet<string> | undefined;
  /** Both nodes of each link of the path. */
  pathLinks: ReadonlySet<string>;
  isHidden: (id: string) => boolean;
}

/** The name of a link, whichever way it is walked. */
export function linkKey(one: string, other: string): string {
  return one < other ? `${one}\n${other}` : `${other}\n${one}`;
}

/** A path is shown whole, whatever is hidden; else a node is lit with its neighbours. */
export function emphasise({ nodes, neighbours }: GraphIndex, { selected, pointed, path, hidden }: Focus): Emphasis {
  const centre = [pointed, selected].find((id) => id !== undefined && nodes.has(id));
  const around = centre === undefined ? [] : [centre, ...(neighbours.get(centre) ?? [])];
  const onPath = path.filter((id) => nodes.has(id));
  const lit = new Set(pointed === undefined && onPath.length > 0 ? onPath : [...around, ...onPath]);
  const links = onPath.slice(1).map((id, index) => linkKey(onPath[index] ?? '', id));
  return {
    lit: lit.size > 0 ? lit : undefined,
    pathLinks: new Set(links),
    isHidden: (id) => {
      const node = nodes.get(id);
      return node !== undefined && hidden.has(kindOf(node)) && !onPath.includes(id) && id !== selected;
    },
  };
}

/** The neighbour that an arrow key comes to from where one is: round and round, those that are shown. */
export function stepAround(
  { neighbours }: GraphIndex,
  { selected, pointed, isHidden }: Pick<Focus, 'selected' | 'pointed'> & Pick<Emphasis, 'isHidden'>,
  by: 1 | -1,
): string | undefined {
  const around = (neighbours.get(selected ?? '') ?? []).filter((id) => !isHidden(id));
  const at = around.indexOf(pointed ?? '');
  if (at === -1) return by === 1 ? around[0] : around.at(-1);
  return around[(at + by + around.length) % around.length];
}
