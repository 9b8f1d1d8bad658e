import styles from '../graph.module.css';
import { kindOf, MARK_LABELS, markOf, nameOf, type GraphNode } from '../model/kinds.ts';
import { ShapeIcon } from '../shape-icon.tsx';

/** What a choice of nodes does to the picture beside it. */
export interface NodeActions {
  onPoint: (id: string | undefined) => void;
  onSelect: (id: string) => void;
}

/** A node by its name: pointed at, it lights up in the picture; pressed, it is chosen. */
export function NodeButton({ node, onPoint, onSelect }: { node: GraphNode } & NodeActions) {
  const mark = markOf(node);
  return (
    <button
      type="button"
      className={styles['node-button']}
      onClick={() => onSelect(node.id)}
      onPointerEnter={() => onPoint(node.id)}
      onPointerLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(node.id)}
      onBlur={() => onPoint(undefined)}
    >
      <ShapeIcon kind={kindOf(node)} mark={mark} />
      <span>
        {nameOf(node)}
        {mark && <strong> ({MARK_LABELS[mark]})</strong>}
      </span>
    </button>
  );
}
