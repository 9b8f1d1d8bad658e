import { lazy, Suspense } from 'react';
import { Loading } from '../../ui/states.tsx';
import styles from './graph.module.css';
import { listPanes } from './list-panes.ts';
import { MARK_LABELS, markOf, nameOf } from './model/kinds.ts';
import { KindFilter } from './panel/kind-filter.tsx';
import type { Seen } from './model/seen.ts';
import { PathCard } from './panel/path-card.tsx';
import type { GraphSearch } from './search.ts';
import type { useFocus } from './use-focus.ts';
import type { GraphChanges } from './use-graph-search.ts';

// Drawing takes a large library, which tables do without.
const Panes = lazy(async () => ({ default: (await import('./sigma-panes.tsx')).Panes }));

interface PictureTabProps {
  search: GraphSearch;
  seen: Seen;
  focused: ReturnType<typeof useFocus>;
  changes: GraphChanges;
}

/** The graph as one picture or two, and what is shown in it. */
export function PictureTab({ search, seen, focused, changes }: PictureTabProps) {
  const { united, now } = seen;
  const { focus, graph, from, path, onPoint } = focused;
  return (
    <div className={styles['picture']}>
      <PathCard
        graph={search.view === 'then' ? undefined : now}
        from={from}
        isShown={search.path === true}
        path={path}
        onToggle={changes.togglePath}
      />
      <Suspense fallback={<Loading lines={10} />}>
        <Panes
          panes={listPanes(seen, search)}
          united={united}
          focus={focus}
          onPoint={onPoint}
          onSelect={changes.select}
        />
      </Suspense>
      <KindFilter nodes={graph.nodes.values()} hidden={focus.hidden} onToggle={changes.toggleKind} />
      <p role="status" className="visually-hidden">
        {focus.pointed !== undefined && describe(seen, focus.pointed)}
      </p>
    </div>
  );
}

function describe({ united: { nodes, neighbours } }: Seen, id: string): string {
  const node = nodes.get(id);
  if (!node) return '';
  const mark = markOf(node);
  return `${nameOf(node)}${mark ? `, ${MARK_LABELS[mark]}` : ''}, linked with ${neighbours.get(id)?.length ?? 0}`;
}
