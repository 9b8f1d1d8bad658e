import { useId } from 'react';
import styles from './reviews.module.css';
import type { Move } from './statuses.ts';

interface MoveButtonsProps<M extends Move> {
  label: string;
  moves: readonly M[];
  busy: boolean;
  onMove: (move: M) => void;
}

/** Moves to choose from, each with what it means and its key. */
export function MoveButtons<M extends Move>({ label, moves, busy, onMove }: MoveButtonsProps<M>) {
  const id = useId();
  if (moves.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={styles['moves']}>
      <h3 id={id}>{label}</h3>
      {moves.map((move) => (
        <button
          key={move.to}
          type="button"
          className={`button ${styles['move']}`}
          disabled={busy}
          aria-keyshortcuts={move.key}
          onClick={() => onMove(move)}
        >
          <span>{move.label}</span>
          <kbd className={styles['key']} aria-hidden>
            {move.key}
          </kbd>
          <span className={styles['hint']}>{move.hint}</span>
        </button>
      ))}
    </div>
  );
}
