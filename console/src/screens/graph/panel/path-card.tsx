import { Route } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import styles from '../graph.module.css';
import type { GraphIndex } from '../model/graph-index.ts';
import { nameOf } from '../model/kinds.ts';
import { tellPath, type FraudPath } from '../model/nearest-fraud.ts';

interface PathCardProps {
  /** The graph as it is now; there is no other that knows of fraud among others. */
  graph: GraphIndex | undefined;
  /** Where the path begins. */
  from: string;
  isShown: boolean;
  path: FraudPath | undefined;
  onToggle: () => void;
}

/** The way to the nearest confirmed fraud, as a sentence beside the picture of it. */
export function PathCard({ graph, from, isShown, path, onToggle }: PathCardProps) {
  const start = graph?.nodes.get(from);
  return (
    <div className={styles['path']}>
      <Button size="small" aria-pressed={isShown} disabled={!graph} onClick={onToggle}>
        <Route size={16} aria-hidden /> Path to the nearest confirmed fraud
      </Button>
      <p role="status" className={styles['path-text']}>
        {isShown &&
          graph &&
          (path
            ? tellPath(graph, path)
            : `From ${start ? nameOf(start) : 'here'}, no confirmed fraud can be reached in this graph.`)}
        {!graph && 'Only the graph of now knows of fraud among others.'}
      </p>
    </div>
  );
}
