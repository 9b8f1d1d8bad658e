import { Tabs } from 'radix-ui';
import styles from './graph.module.css';
import { GraphSummary } from './panel/graph-summary.tsx';
import { MissingView } from './panel/missing-view.tsx';
import { NodePanel } from './panel/node-panel.tsx';
import { NodeSearch } from './panel/node-search.tsx';
import { TruncationNotices } from './panel/truncation-notices.tsx';
import { ViewSwitch } from './panel/view-switch.tsx';
import { PictureTab } from './picture-tab.tsx';
import type { Views } from './queries.ts';
import type { GraphSearch } from './search.ts';
import { GraphTables } from './tables/graph-tables.tsx';
import { useFocus } from './use-focus.ts';
import { useGraphSearch } from './use-graph-search.ts';
import { useSeen } from './use-seen.ts';

/** One or two graphs around a user, as pictures or as tables, and what is chosen in them. */
export function Explorer({ search, views }: { search: GraphSearch; views: Views }) {
  const seen = useSeen(views);
  const changes = useGraphSearch();
  const focused = useFocus(search, seen);
  const actions = { onPoint: focused.onPoint, onSelect: changes.select };
  const isWide = search.assessmentId !== undefined && search.view === undefined && search.tab === undefined;
  return (
    <Tabs.Root
      className="stack"
      value={search.tab ?? 'picture'}
      onValueChange={(tab) => changes.setTab(tab === 'tables' ? tab : undefined)}
    >
      <div className={styles['bar']}>
        <Tabs.List className="tabs" aria-label="The graph as">
          <Tabs.Trigger value="picture" className="tab">
            Picture
          </Tabs.Trigger>
          <Tabs.Trigger value="tables" className="tab">
            Tables
          </Tabs.Trigger>
        </Tabs.List>
        {search.assessmentId && <ViewSwitch view={search.view} onChange={changes.setView} />}
        <NodeSearch graph={focused.graph} {...actions} />
      </div>
      <TruncationNotices views={views} />
      {search.assessmentId && <MissingView views={views} />}
      <div className={styles['split']} data-wide={isWide}>
        <div className="card">
          <Tabs.Content value="picture">
            <PictureTab {...{ search, seen, focused, changes }} />
          </Tabs.Content>
          <Tabs.Content value="tables">
            <GraphTables seen={seen} view={search.view} onSelect={changes.select} />
          </Tabs.Content>
        </div>
        {focused.node ? (
          <NodePanel
            node={focused.node}
            seen={seen}
            graph={focused.graph}
            onClose={() => changes.select(undefined)}
            {...actions}
          />
        ) : (
          <GraphSummary graph={focused.graph} {...actions} />
        )}
      </div>
    </Tabs.Root>
  );
}
