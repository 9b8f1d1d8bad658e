import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ACTIONS } from '../api/assessment-words.ts';
import { formatCount } from '../format/numbers.ts';
import { ActionPatterns } from './action-marks.tsx';
import { ActionLegend } from './action-legend.tsx';
import { ChartFigure, type NumbersTable } from './chart-figure.tsx';
import { PickSurface } from './pick-surface.tsx';
import { StackedBars } from './stacked-bars.tsx';
import styles from './charts.module.css';
import { describeBucket, searchOfBucket, type Interval, type TimeBucket } from './time-bucket.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 240;
const MARGIN = { left: 44, right: 4, top: 8, bottom: 26 };

interface TimeSeriesChartProps {
  label: string;
  data: readonly TimeBucket[];
  interval: Interval;
}

/** What was allowed, reviewed and blocked, one bar per hour or day; each leads to its evaluations. */
export function TimeSeriesChart({ label, data, interval }: TimeSeriesChartProps) {
  const id = useId();
  const navigate = useNavigate();
  const [ref, width] = useWidth();
  const [picked, setPicked] = useState<number>();
  const [hidesAllowed, setHidesAllowed] = useState(false);
  const box = {
    left: MARGIN.left,
    top: MARGIN.top,
    width: Math.max(0, width - MARGIN.left - MARGIN.right),
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  };
  const bucket = picked === undefined ? undefined : data[picked];
  const open = (index: number) =>
    void navigate({ to: '/evaluations', search: searchOfBucket(data[index]!.timestamp, interval) });
  return (
    <ChartFigure
      label={label}
      table={listNumbers(data, interval)}
      note={interval === 'day' && 'Days are those of UTC.'}
    >
      <ActionLegend
        id={id}
        counts={bucket ?? sumBuckets(data)}
        title={bucket ? describeBucket(bucket.timestamp, interval) : 'In all'}
        hidesAllowed={hidesAllowed}
        onHideAllowed={setHidesAllowed}
      />
      <div ref={ref} className={styles['plot']} style={{ height: HEIGHT }}>
        {width > 0 && (
          <>
            <svg width={width} height={HEIGHT} aria-hidden>
              <ActionPatterns id={id} />
              <StackedBars {...{ id, data, interval, picked, box }} actions={hidesAllowed ? NOT_ALLOWED : ACTIONS} />
            </svg>
            <PickSurface
              {...{ label, picked, box }}
              count={data.length}
              onPick={setPicked}
              onOpen={open}
              textOf={(index) => describe(data[index]!, interval)}
            />
          </>
        )}
      </div>
    </ChartFigure>
  );
}

const NOT_ALLOWED = ACTIONS.filter((action) => action !== 'allow');

function sumBuckets(data: readonly TimeBucket[]) {
  const sum = { allow: 0, review: 0, block: 0, total: 0 };
  for (const bucket of data) {
    for (const action of ACTIONS) sum[action] += bucket[action];
    sum.total += bucket.total;
  }
  return sum;
}

function describe(bucket: TimeBucket, interval: Interval): string {
  const counts = ACTIONS.map((action) => `${formatCount(bucket[action])} ${action}`).join(', ');
  return `${describeBucket(bucket.timestamp, interval)}: ${counts}, ${formatCount(bucket.total)} in all`;
}

function listNumbers(data: readonly TimeBucket[], interval: Interval): NumbersTable {
  return {
    head: [interval === 'day' ? 'Day (UTC)' : 'Hour', ...ACTIONS, 'in all'],
    rows: data.map((bucket) => ({
      key: bucket.timestamp,
      cells: [
        <Link to="/evaluations" search={searchOfBucket(bucket.timestamp, interval)}>
          {describeBucket(bucket.timestamp, interval)}
        </Link>,
        ...ACTIONS.map((action) => formatCount(bucket[action])),
        formatCount(bucket.total),
      ],
    })),
  };
}
