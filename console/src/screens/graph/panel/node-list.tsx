import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from '../graph.module.css';
import { KINDS, kindOf, markOf, type GraphNode } from '../model/kinds.ts';
import { NodeButton, type NodeActions } from './node-button.tsx';

const SHOWN = 12;

/** Nodes as buttons: what stands out first, then by kind. */
export function NodeList({ nodes, ...actions }: { nodes: readonly GraphNode[] } & NodeActions) {
  const [isWhole, setWhole] = useState(false);
  const sorted = nodes.toSorted((a, b) => rank(a) - rank(b));
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <ul className={styles['node-list']}>
        {shown.map((node) => (
          <li key={node.id}>
            <NodeButton node={node} {...actions} />
          </li>
        ))}
      </ul>
      {shown.length < nodes.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          Show all {nodes.length}
        </Button>
      )}
    </>
  );
}

function rank(node: GraphNode): number {
  return markOf(node) ? -1 : KINDS.indexOf(kindOf(node));
}
