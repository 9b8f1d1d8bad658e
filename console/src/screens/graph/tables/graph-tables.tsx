import { Badge } from '../../../ui/badges.tsx';
import styles from '../graph.module.css';
import { KIND_FACTS, kindOf, shortNameOf, type GraphNode } from '../model/kinds.ts';
import type { Seen } from '../model/seen.ts';
import type { GraphSearch } from '../search.ts';
import { listRows, type NodeRow } from './list-rows.ts';
import { SortableTable, type ShownColumn } from './sortable-table.tsx';

interface GraphTablesProps extends Pick<GraphSearch, 'view'> {
  seen: Seen;
  onSelect: (id: string) => void;
}

/** All of the graph in words: for those who do not see it, and for copying. */
export function GraphTables({ seen, view, onSelect }: GraphTablesProps) {
  const rows = listRows(seen, view);
  const nameColumn = (name: string): ShownColumn<NodeRow> => ({
    name,
    value: ({ node }) => shortNameOf(node),
    cell: ({ node }) => (
      <button type="button" className={styles['link-button']} onClick={() => onSelect(node.id)}>
        {shortNameOf(node)}
      </button>
    ),
  });
  const seenIn: ShownColumn<NodeRow>[] =
    seen.then && seen.now && !view ? [{ name: 'Seen', value: ({ seenIn }) => seenIn }] : [];
  const linked: ShownColumn<NodeRow> = { name: 'Links', value: ({ links }) => links };
  const kind: ShownColumn<NodeRow> = { name: 'Kind', value: ({ node }) => KIND_FACTS[kindOf(node)].one };
  const ofGroup = (...groups: GraphNode['group'][]) => rows.filter(({ node }) => groups.includes(node.group));
  const table = (title: string, nodes: NodeRow[], columns: ShownColumn<NodeRow>[]) =>
    nodes.length > 0 && (
      <SortableTable
        title={title}
        rows={nodes}
        columns={[...columns, linked, ...seenIn]}
        rowId={({ node }) => node.id}
      />
    );
  return (
    <div className="stack">
      {view !== 'now' && seen.then && (
        <p className="notice small">
          {seen.now && !view
            ? 'Labels and scores are those of now; of who is seen only at the assessment they are not shown.'
            : 'Fraud labels and scores of other users at the time of the assessment are not shown.'}
        </p>
      )}
      {table('Users', ofGroup('riskuser'), [nameColumn('User'), FRAUD, ...SCORES])}
      {table('Indicators', ofGroup('globalindicator'), [nameColumn('Hash'), kind, THREAT])}
      {table('Cards and places', ofGroup('cardbin', 'geolocation'), [nameColumn('Name'), kind])}
    </div>
  );
}

const FRAUD: ShownColumn<NodeRow> = {
  name: 'Fraud',
  value: ({ fraud }) => fraud,
  cell: ({ fraud }) => (fraud === 'yes' ? <Badge tone="bad">yes</Badge> : fraud),
};

const THREAT: ShownColumn<NodeRow> = {
  name: 'Global threat',
  value: ({ threat }) => threat,
  cell: ({ threat }) => (threat === 'yes' ? <Badge tone="warning">yes</Badge> : threat),
};

const SCORES: ShownColumn<NodeRow>[] = [
  { name: 'Similarity', value: ({ similarity }) => similarity },
  { name: 'Centrality', value: ({ centrality }) => centrality },
  { name: 'Bridge', value: ({ bridge }) => bridge },
];
