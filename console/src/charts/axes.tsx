import { AxisBottom, AxisLeft, type AxisScale, type SharedAxisProps, type TickRendererProps } from '@visx/axis';
import styles from './charts.module.css';

type AxisProps<Scale extends AxisScale> = Pick<
  SharedAxisProps<Scale>,
  'scale' | 'top' | 'left' | 'tickValues' | 'tickFormat' | 'numTicks'
>;

/** The axis under a chart. */
export function BottomAxis<Scale extends AxisScale>(props: AxisProps<Scale>) {
  return (
    <AxisBottom
      {...props}
      axisLineClassName={styles['axis-line']}
      hideTicks
      tickLength={4}
      tickComponent={(tick) => <TickLabel {...tick} textAnchor="middle" />}
    />
  );
}

/** The axis to the left of a chart: its numbers alone, the grid has the lines. */
export function LeftAxis<Scale extends AxisScale>(props: AxisProps<Scale>) {
  return (
    <AxisLeft
      {...props}
      hideAxisLine
      hideTicks
      tickLength={4}
      tickComponent={(tick) => <TickLabel {...tick} dy="0.32em" textAnchor="end" />}
    />
  );
}

function TickLabel({ x, y, dy, formattedValue, textAnchor }: TickRendererProps) {
  return (
    <text x={x} y={y} dy={dy} textAnchor={textAnchor} className={styles['tick']}>
      {formattedValue}
    </text>
  );
}

interface GridProps {
  /** Where the lines lie, in pixels. */
  positions: readonly number[];
  width: number;
}

export function GridLines({ positions, width }: GridProps) {
  return positions.map((y) => <line key={y} x1={0} x2={width} y1={y} y2={y} className={styles['grid-line']} />);
}
