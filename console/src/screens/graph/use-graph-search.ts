import { useNavigate } from '@tanstack/react-router';
import type { Kind } from './model/kinds.ts';
import { joinHidden, readGraphSearch, readHidden, type GraphSearch } from './search.ts';

/** Changes of what stands in the address; the page stays where it is. */
export function useGraphSearch() {
  const navigate = useNavigate({ from: '/graph' });
  const change = (update: (before: GraphSearch) => GraphSearch) =>
    void navigate({ to: '/graph', search: (before) => ({ ...update(before) }), replace: true, resetScroll: false });
  return {
    setView: (view: GraphSearch['view']) => change((before) => put(before, 'view', view)),
    setTab: (tab: GraphSearch['tab']) => change((before) => put(before, 'tab', tab)),
    select: (node: string | undefined) => change((before) => put(before, 'node', node)),
    togglePath: () => change((before) => put(before, 'path', before.path ? undefined : true)),
    toggleKind: (kind: Kind) =>
      change((before) => {
        const hidden = new Set(readHidden(before.hide));
        if (!hidden.delete(kind)) hidden.add(kind);
        return put(before, 'hide', joinHidden(hidden) || undefined);
      }),
  };
}

export type GraphChanges = ReturnType<typeof useGraphSearch>;

/** What is undefined does not stand in the address. */
function put<Key extends keyof GraphSearch>(
  before: GraphSearch,
  key: Key,
  value: GraphSearch[Key] | undefined,
): GraphSearch {
  return readGraphSearch({ ...before, [key]: value } as Parameters<typeof readGraphSearch>[0]);
}
