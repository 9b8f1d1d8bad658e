import styles from '../graph.module.css';
import type { GraphIndex } from '../model/graph-index.ts';
import { markOf } from '../model/kinds.ts';
import type { NodeActions } from './node-button.tsx';
import { NodeList } from './node-list.tsx';

/** What there is to see while no node is chosen. */
export function GraphSummary({ graph, ...actions }: { graph: GraphIndex } & NodeActions) {
  const marked = [...graph.nodes.values()].filter((node) => markOf(node) !== undefined);
  const seed = graph.nodes.get(graph.seedId);
  const isLonely = graph.nodes.size === 1;
  return (
    <section className={`card ${styles['panel']}`} aria-label="What stands out">
      <h2>What stands out</h2>
      {marked.length === 0 ? (
        <p className="muted">No confirmed fraud and no global threat is in this graph.</p>
      ) : (
        <NodeList nodes={marked} {...actions} />
      )}
      <h3>In the middle</h3>
      {seed && <NodeList nodes={[seed]} {...actions} />}
      <p className="muted small">
        {isLonely
          ? 'Nothing links this user with anybody: it was seen with no device, address or card that few enough others use.'
          : 'Choose a node, in the picture or here, to see what it is and whom it links.'}
      </p>
    </section>
  );
}
