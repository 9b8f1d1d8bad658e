import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import type { Zoom } from './camera-moves.ts';
import styles from './picture.module.css';

const BUTTONS = [
  { zoom: 'in', label: 'Zoom in', icon: ZoomIn },
  { zoom: 'out', label: 'Zoom out', icon: ZoomOut },
  { zoom: 'whole', label: 'Show all of it', icon: Maximize },
] as const satisfies readonly { zoom: Zoom; label: string; icon: unknown }[];

export function ZoomButtons({ onZoom }: { onZoom: (zoom: Zoom) => void }) {
  return (
    <div className={styles['zoom']}>
      {BUTTONS.map(({ zoom, label, icon: Icon }) => (
        <button
          key={zoom}
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          onClick={() => onZoom(zoom)}
        >
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </div>
  );
}
