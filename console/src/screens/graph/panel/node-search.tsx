import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import styles from '../graph.module.css';
import { findNodes } from '../model/find-nodes.ts';
import type { GraphIndex } from '../model/graph-index.ts';
import { NodeButton, type NodeActions } from './node-button.tsx';

const SHOWN = 8;

/** Finds a node by its id, its name or its hash; Enter takes the first. */
export function NodeSearch({ graph, onPoint, onSelect }: { graph: GraphIndex } & NodeActions) {
  const [written, setWritten] = useState('');
  const found = findNodes(graph, written, SHOWN + 1);
  const take = (id: string) => {
    setWritten('');
    onPoint(undefined);
    onSelect(id);
  };
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        if (found[0]) take(found[0].id);
      }}
    >
      <TextField
        label="Find in the graph"
        type="search"
        placeholder="User id, hash, device, country…"
        autoComplete="off"
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
      <p role="status" className="visually-hidden">
        {written && (found.length === 0 ? 'Nothing found' : `${Math.min(found.length, SHOWN)} found`)}
      </p>
      {written && (
        <div className={styles['search-results']}>
          {found.slice(0, SHOWN).map((node) => (
            <NodeButton key={node.id} node={node} onPoint={onPoint} onSelect={take} />
          ))}
          {found.length === 0 && <p className="muted small">Nothing in this graph is called that.</p>}
          {found.length > SHOWN && <p className="muted small">There are more: write more of it.</p>}
        </div>
      )}
    </form>
  );
}
