import type { Kind, Mark } from './model/kinds.ts';

const TRIANGLE = '0,-1.18 1.18,0.86 -1.18,0.86';
const HEXAGON = '0.54,-0.94 1.09,0 0.54,0.94 -0.54,0.94 -1.09,0 -0.54,-0.94';

/** The shapes of the picture, as they stand in its legend and in lists. */
const SHAPES: Readonly<Record<Kind, React.ReactNode>> = {
  user: <circle r={1} />,
  device: <rect x={-0.86} y={-0.86} width={1.72} height={1.72} />,
  ip: <polygon points={TRIANGLE} />,
  email: <polygon points="0,-1.25 1.25,0 0,1.25 -1.25,0" />,
  phone: <rect x={-0.58} y={-1.05} width={1.16} height={2.1} />,
  payment: <polygon points={HEXAGON} />,
  card: <rect x={-1.1} y={-0.66} width={2.2} height={1.32} />,
  place: <polygon points={TRIANGLE} transform="scale(1 -1)" />,
};
const FILLS: Readonly<Record<Kind, string>> = {
  user: 'var(--graph-user)',
  device: 'var(--graph-indicator)',
  ip: 'var(--graph-indicator)',
  email: 'var(--graph-indicator)',
  phone: 'var(--graph-indicator)',
  payment: 'var(--graph-indicator)',
  card: 'var(--graph-card)',
  place: 'var(--graph-place)',
};

/** A node as the picture shows it: decoration, beside words that say the same. */
export function ShapeIcon({ kind, mark, isSeed }: { kind: Kind; mark?: Mark | undefined; isSeed?: boolean }) {
  const fill = mark ? `var(--graph-${mark})` : FILLS[kind];
  return (
    <svg viewBox="-2 -2 4 4" width={20} height={20} aria-hidden style={{ fill, flex: 'none' }}>
      {isSeed && <circle r={1.5} style={{ fill: 'none', stroke: 'var(--text)', strokeWidth: 0.22 }} />}
      {mark && <circle r={1.45} style={{ fill: 'none', stroke: fill, strokeWidth: 0.22 }} />}
      {mark === 'fraud' && <circle r={1.82} style={{ fill: 'none', stroke: fill, strokeWidth: 0.2 }} />}
      {SHAPES[kind]}
      {mark && (
        <g style={{ stroke: 'var(--surface)', strokeWidth: 0.3, strokeLinecap: 'round' }}>
          <path d={mark === 'fraud' ? 'M-0.4-0.4 0.4 0.4M-0.4 0.4 0.4-0.4' : 'M0-0.5V0.15M0 0.55V0.56'} />
        </g>
      )}
    </svg>
  );
}
