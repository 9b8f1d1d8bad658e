import { X } from 'lucide-react';
import styles from '../graph.module.css';
import type { GraphIndex } from '../model/graph-index.ts';
import { kindOf, markOf, nameOf, type GraphNode } from '../model/kinds.ts';
import type { Seen } from '../model/seen.ts';
import { ShapeIcon } from '../shape-icon.tsx';
import { IndicatorFacts } from './indicator-facts.tsx';
import type { NodeActions } from './node-button.tsx';
import { NodeList } from './node-list.tsx';
import { UserFacts } from './user-facts.tsx';

interface NodePanelProps extends NodeActions {
  node: GraphNode;
  /** The graph it is looked at in. */
  graph: GraphIndex;
  seen: Seen;
  onClose: () => void;
}

/** All that is known of the chosen node, and where one can go from it. */
export function NodePanel({ node, graph, seen, onClose, ...actions }: NodePanelProps) {
  const { nodes, neighbours } = graph;
  const around = (neighbours.get(node.id) ?? []).flatMap((id) => nodes.get(id) ?? []);
  return (
    <section className={`card ${styles['panel']}`} aria-labelledby="node-title">
      <header className="card-header">
        <h2 id="node-title" className="row">
          <ShapeIcon kind={kindOf(node)} mark={markOf(node)} /> {nameOf(node)}
        </h2>
        <button type="button" className="icon-button" aria-label="Leave this node" onClick={onClose}>
          <X size={18} aria-hidden />
        </button>
      </header>
      {node.group === 'riskuser' && <UserFacts id={node.id} seen={seen} />}
      {node.group === 'globalindicator' && <IndicatorFacts node={node} seen={seen} users={around.length} />}
      {node.group === 'cardbin' && (
        <p className="muted">
          The first digits of a card the user in the middle paid with: they name its bank, not its owner.
        </p>
      )}
      {node.group === 'geolocation' && (
        <p className="muted">The country of an IP address of the user in the middle, as it was sent.</p>
      )}
      <Presence id={node.id} seen={seen} />
      <h3>
        Linked with <span className="muted number">{around.length}</span>
      </h3>
      <NodeList key={node.id} nodes={around} {...actions} />
    </section>
  );
}

/** In which of the two graphs a node is, where that says something. */
function Presence({ id, seen: { then, now } }: { id: string; seen: Seen }) {
  if (!then || !now || then.nodes.has(id) === now.nodes.has(id)) return null;
  return (
    <p className="notice small">
      {now.nodes.has(id)
        ? 'Not in the graph of the assessment: seen later, or over something the assessment did not have.'
        : 'Only in the graph of the assessment: it is no longer among what is shown now.'}
    </p>
  );
}
