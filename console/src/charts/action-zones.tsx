import type { ScaleLinear } from '@visx/vendor/d3-scale';
import { Group } from '@visx/group';
import { ACTIONS, type Action } from '../api/assessment-words.ts';
import { formatScore } from '../format/numbers.ts';
import styles from './charts.module.css';

/** Scores from `review` on are reviewed, from `block` on blocked. */
export interface Thresholds {
  review: number;
  block: number;
}

const LABEL_WIDTH = 64;

interface ActionZonesProps {
  thresholds: Thresholds;
  x: ScaleLinear<number, number>;
  height: number;
}

/** What the policy does with which scores: three fields behind the bars, each with its name, and the lines between. */
export function ActionZones({ thresholds: { review, block }, x, height }: ActionZonesProps) {
  const bounds: Readonly<Record<Action, [number, number]>> = {
    allow: [0, review],
    review: [review, block],
    block: [block, 100],
  };
  return ACTIONS.map((action) => {
    const [from, to] = bounds[action];
    const width = Math.max(0, x(to) - x(from));
    return (
      <Group key={action} left={x(from)}>
        <rect width={width} height={height} className={styles[`zone-${action}`]} />
        {action !== 'allow' && <line y1={-4} y2={height} className={styles['threshold']} />}
        {width >= LABEL_WIDTH && (
          <text x={1} y={-7} className={styles['zone-label']}>
            {action}
            {action !== 'allow' && ` ≥ ${formatScore(from)}`}
          </text>
        )}
      </Group>
    );
  });
}
