import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { ACTIONS, type Action } from '../api/assessment-words.ts';
import { formatCompact } from '../format/numbers.ts';
import { fillOf } from './action-marks.tsx';
import { BottomAxis, GridLines, LeftAxis } from './axes.tsx';
import styles from './charts.module.css';
import { formatBucket, type Interval, type TimeBucket } from './time-bucket.ts';

/** A bar that stands for anything at all is seen. */
const LEAST_HEIGHT = 2;
const LABEL_WIDTH = 64;
const GRID_LINES = 4;
/** Half a gap at either end: all bars have bands of the same width. */
const PADDING = { paddingInner: 0.24, paddingOuter: 0.12 };
/** The strictest at the bottom, where bars are easy to compare. */
const STACK_ORDER = ACTIONS.toReversed();

interface StackedBarsProps {
  id: string;
  data: readonly TimeBucket[];
  interval: Interval;
  actions: readonly Action[];
  picked: number | undefined;
  box: { left: number; top: number; width: number; height: number };
}

export function StackedBars({ id, data, interval, actions, picked, box }: StackedBarsProps) {
  const totalOf = (bucket: TimeBucket) => actions.reduce((sum, action) => sum + bucket[action], 0);
  const x = scaleBand({ domain: data.map(({ timestamp }) => timestamp), range: [0, box.width], ...PADDING });
  const most = Math.max(GRID_LINES, ...data.map(totalOf));
  const y = scaleLinear({ domain: [0, most], range: [box.height, 0], nice: GRID_LINES });
  const ticks = y.ticks(GRID_LINES).filter(Number.isInteger);
  const every = Math.ceil(data.length / Math.max(1, box.width / LABEL_WIDTH));
  const band = box.width / Math.max(1, data.length);
  return (
    <Group left={box.left} top={box.top}>
      <GridLines positions={ticks.map((tick) => y(tick))} width={box.width} />
      {picked !== undefined && (
        <rect x={picked * band} width={band} y={0} height={box.height} className={styles['picked-band']} />
      )}
      {data.map((bucket) => (
        <Group key={bucket.timestamp} left={x(bucket.timestamp)}>
          {stack(bucket, actions, (count) => box.height - y(count)).map(({ action, bottom, height }) => (
            <Bar
              key={action}
              y={box.height - bottom - height}
              width={x.bandwidth()}
              height={height}
              fill={fillOf(action, id)}
            />
          ))}
        </Group>
      ))}
      <LeftAxis scale={y} tickValues={ticks} tickFormat={(count) => formatCompact(Number(count))} />
      <BottomAxis
        scale={x}
        top={box.height}
        tickValues={data.filter((_, index) => index % every === 0).map(({ timestamp }) => timestamp)}
        tickFormat={(timestamp) => formatBucket(timestamp, interval)}
      />
    </Group>
  );
}

/** The pieces of one bar, from the bottom up. */
function stack(bucket: TimeBucket, actions: readonly Action[], heightOf: (count: number) => number) {
  const pieces: { action: Action; bottom: number; height: number }[] = [];
  let bottom = 0;
  for (const action of STACK_ORDER) {
    if (!actions.includes(action) || bucket[action] === 0) continue;
    const height = Math.max(LEAST_HEIGHT, heightOf(bucket[action]));
    pieces.push({ action, bottom, height });
    bottom += height;
  }
  return pieces;
}
