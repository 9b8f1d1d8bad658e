import { formatCount } from '../../../format/numbers.ts';
import styles from '../graph.module.css';
import { KIND_FACTS, KINDS, kindOf, MARK_LABELS, type GraphNode, type Kind } from '../model/kinds.ts';
import { ShapeIcon } from '../shape-icon.tsx';

interface KindFilterProps {
  nodes: Iterable<GraphNode>;
  hidden: ReadonlySet<Kind>;
  onToggle: (kind: Kind) => void;
}

/** What the shapes mean, how many there are, and which are shown. */
export function KindFilter({ nodes, hidden, onToggle }: KindFilterProps) {
  const counts = countKinds(nodes);
  return (
    <fieldset className={styles['legend']}>
      <legend className="visually-hidden">Shown</legend>
      {KINDS.filter((kind) => counts.has(kind)).map((kind) => (
        <label key={kind} className={styles['legend-item']}>
          <input type="checkbox" checked={!hidden.has(kind)} onChange={() => onToggle(kind)} />
          <ShapeIcon kind={kind} />
          {KIND_FACTS[kind].many} <span className="muted number">{formatCount(counts.get(kind) ?? 0)}</span>
        </label>
      ))}
      <span className={styles['legend-item']}>
        <ShapeIcon kind="user" isSeed /> in the middle
      </span>
      <span className={styles['legend-item']}>
        <ShapeIcon kind="user" mark="fraud" /> {MARK_LABELS.fraud}
      </span>
      <span className={styles['legend-item']}>
        <ShapeIcon kind="device" mark="threat" /> {MARK_LABELS.threat}
      </span>
    </fieldset>
  );
}

function countKinds(nodes: Iterable<GraphNode>): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const node of nodes) counts.set(kindOf(node), (counts.get(kindOf(node)) ?? 0) + 1);
  return counts;
}
