import { Group } from '@visx/group';
import { scaleLinear, scaleSqrt } from '@visx/scale';
import { Bar } from '@visx/shape';
import { formatCompact } from '../format/numbers.ts';
import { BottomAxis, GridLines, LeftAxis } from './axes.tsx';
import { ActionZones, type Thresholds } from './action-zones.tsx';
import styles from './charts.module.css';

export interface ScoreBucket {
  from: number;
  to: number;
  count: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const LEAST_HEIGHT = 2;
const GRID_LINES = 3;
const SCORE_TICKS = [0, 20, 40, 60, 80, 100];

interface ScoreBarsProps {
  data: readonly ScoreBucket[];
  thresholds?: Thresholds | undefined;
  picked?: number | undefined;
  box: Box;
}

/**
 * How many assessments have which score. Heights are the square roots of the numbers: nearly all scores are low, and it is
 * the few high ones that thresholds are about.
 */
export function ScoreBars({ data, thresholds, picked, box }: ScoreBarsProps) {
  const x = scaleLinear({ domain: [0, 100], range: [0, box.width] });
  const most = Math.max(4, ...data.map(({ count }) => count));
  const y = scaleSqrt({ domain: [0, most], range: [box.height, 0], nice: true });
  const ticks = spreadTicks(most);
  const gap = box.width / Math.max(1, data.length) > 6 ? 1 : 0.25;
  return (
    <Group left={box.left} top={box.top}>
      {thresholds && <ActionZones thresholds={thresholds} x={x} height={box.height} />}
      <GridLines positions={ticks.map((tick) => y(tick))} width={box.width} />
      {data.map(({ from, to, count }, index) => {
        const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, box.height - y(count));
        return (
          <Bar
            key={from}
            x={x(from) + gap}
            y={box.height - height}
            width={Math.max(1, x(to) - x(from) - 2 * gap)}
            height={height}
            className={styles[index === picked ? 'score-bar-picked' : 'score-bar']}
          />
        );
      })}
      <LeftAxis scale={y} tickValues={ticks} tickFormat={(count) => formatCompact(Number(count))} />
      <BottomAxis scale={x} top={box.height} tickValues={SCORE_TICKS} />
    </Group>
  );
}

/** Round numbers that lie about equally far apart on a scale of square roots. */
function spreadTicks(most: number): number[] {
  const steps = Array.from({ length: GRID_LINES }, (_, step) => most * ((step + 1) / GRID_LINES) ** 2);
  return [...new Set([0, ...steps.map(roundDown)])];
}

function roundDown(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const lead = value / unit;
  return unit * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}
