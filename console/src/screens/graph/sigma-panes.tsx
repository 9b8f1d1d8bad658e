import { useMemo, useState } from 'react';
import styles from './graph.module.css';
import type { GraphIndex } from './model/graph-index.ts';
import { createCameraLink } from './picture/camera-link.ts';
import type { Focus } from './picture/focus.ts';
import { PictureView } from './picture/picture-view.tsx';
import { useLayout } from './picture/use-layout.ts';

export interface Pane {
  title: string;
  /** What to know about what it shows. */
  remark?: string;
  /** Whether the path to fraud is drawn: only where fraud is known of. */
  hasPath: boolean;
  graph: GraphIndex;
}

interface PanesProps {
  panes: readonly Pane[];
  /** All that is in any pane: the same node stands in the same place. */
  united: GraphIndex;
  focus: Focus;
  onPoint: (id: string | undefined) => void;
  onSelect: (id: string | undefined) => void;
}

/** One picture, or two that move together. */
export function Panes({ panes, united, focus, onPoint, onSelect }: PanesProps) {
  const positions = useLayout(united);
  const [link] = useState(createCameraLink);
  const pathless = useMemo(() => ({ ...focus, path: [] }), [focus]);
  return (
    <div className={styles['panes']} data-count={panes.length}>
      {panes.map(({ title, remark, hasPath, graph }) => (
        <figure key={title} className={styles['pane']}>
          <figcaption className={panes.length === 1 && !remark ? 'visually-hidden' : undefined}>
            <strong>{title}</strong> <span className="muted small">{remark}</span>
          </figcaption>
          <PictureView
            label={`${title}: ${graph.nodes.size} nodes, ${graph.links.length} links`}
            focus={hasPath ? focus : pathless}
            {...{ graph, positions, link, onPoint, onSelect }}
          />
        </figure>
      ))}
    </div>
  );
}
