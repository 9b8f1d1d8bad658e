import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import styles from './charts.module.css';

interface PickSurfaceProps {
  label: string;
  /** How many bars of equal width lie side by side. */
  count: number;
  picked: number | undefined;
  onPick: (index: number | undefined) => void;
  /** The bar was clicked, or Enter was pressed on it. */
  onOpen: (index: number) => void;
  /** What a bar says, for those who hear it. */
  textOf: (index: number) => string;
  box: { left: number; top: number; width: number; height: number };
}

/**
 * Lies over the bars of a chart: the pointer or the arrow keys pick one, a click or Enter opens what is behind it. A
 * finger picks with its first touch and opens with the second.
 */
export function PickSurface({ label, count, picked, onPick, onOpen, textOf, box }: PickSurfaceProps) {
  const touchedBefore = useRef<number | null>(null);
  const current = picked ?? count - 1;

  const indexAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  };
  const press = (event: PointerEvent) => {
    touchedBefore.current = event.pointerType === 'mouse' ? indexAt(event) : (picked ?? null);
  };
  const click = (event: MouseEvent) => {
    const index = indexAt(event);
    if (touchedBefore.current === index) onOpen(index);
    else onPick(index);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onOpen(current);
    else {
      const next = indexAfterKey(event.key, current, count);
      if (next === undefined) return;
      onPick(next);
    }
    event.preventDefault();
  };

  return (
    <div
      className={styles['surface']}
      style={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description="Arrow keys tell one bar after the other, Enter opens the list behind it"
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={current}
      aria-valuetext={textOf(current)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onPick(current)}
      onBlur={() => onPick(undefined)}
      onPointerDown={press}
      onPointerMove={(event) => event.pointerType === 'mouse' && onPick(indexAt(event))}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onPick(undefined)}
      onClick={click}
      onKeyDown={steer}
    />
  );
}

function indexAfterKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, index + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
