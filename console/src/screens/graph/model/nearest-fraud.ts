import type { GraphIndex } from './graph-index.ts';
import { markOf, nameOf } from './kinds.ts';

export interface FraudPath {
  /** From the first node to the one that is confirmed fraud. */
  ids: string[];
  /** Others that are confirmed fraud and as near. */
  othersAsNear: number;
}

/**
 * The shortest way from a node to a user that is confirmed fraud, itself aside; of equally short ones the first in the
 * order of the service, which begins with those who share most.
 *
 * @returns undefined when the graph shows none
 */
export function findNearestFraud({ nodes, neighbours }: GraphIndex, from: string): FraudPath | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  let frontier = nodes.has(from) ? [from] : [];
  while (frontier.length > 0) {
    const next: string[] = [];
    for (const id of frontier) {
      for (const neighbour of neighbours.get(id) ?? []) {
        if (cameFrom.has(neighbour)) continue;
        cameFrom.set(neighbour, id);
        next.push(neighbour);
      }
    }
    const frauds = next.filter((id) => isFraud(nodes.get(id)));
    const nearest = frauds[0];
    if (nearest !== undefined) return { ids: walkBack(cameFrom, nearest), othersAsNear: frauds.length - 1 };
    frontier = next;
  }
  return undefined;
}

function isFraud(node: Parameters<typeof markOf>[0] | undefined): boolean {
  return node !== undefined && markOf(node) === 'fraud';
}

function walkBack(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string[] {
  const ids: string[] = [];
  for (let id: string | undefined = end; id !== undefined; id = cameFrom.get(id)) ids.unshift(id);
  return ids;
}

/** The path as a sentence: "user a – device 5f0f2f0e – user b (confirmed fraud)". */
export function tellPath({ nodes }: GraphIndex, { ids, othersAsNear }: FraudPath): string {
  const names = ids.flatMap((id) => {
    const node = nodes.get(id);
    return node ? [nameOf(node)] : [];
  });
  const others = othersAsNear === 0 ? '' : `; ${othersAsNear} more ${othersAsNear === 1 ? 'is' : 'are'} as near`;
  return `${names.join(' – ')} (confirmed fraud)${others}`;
}
