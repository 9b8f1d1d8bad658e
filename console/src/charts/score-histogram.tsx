import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { RISK_BANDS, riskLevelOf } from '../api/assessment-words.ts';
import { formatCount, formatScore, formatShare } from '../format/numbers.ts';
import { plural } from '../format/plural.ts';
import type { EvaluationSearch } from '../screens/evaluations/search.ts';
import type { Thresholds } from './action-zones.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { PickSurface } from './pick-surface.tsx';
import { ScoreBars, type ScoreBucket } from './score-bars.tsx';
import styles from './charts.module.css';
import { useWidth } from './use-width.ts';

const HEIGHT = 280;
const MARGIN = { left: 44, right: 14, top: 24, bottom: 26 };

interface ScoreHistogramProps {
  label: string;
  data: readonly ScoreBucket[];
  /** Drawn in when they are known. */
  thresholds?: Thresholds | undefined;
  /** What else the lists behind the bars are filtered by. */
  search: EvaluationSearch;
}

/** How scores are spread. A bar leads to the list of its scores. */
export function ScoreHistogram({ label, data, thresholds, search }: ScoreHistogramProps) {
  const navigate = useNavigate();
  const [ref, width] = useWidth();
  const [picked, setPicked] = useState<number>();
  const total = data.reduce((sum, { count }) => sum + count, 0);
  const box = {
    left: MARGIN.left,
    top: MARGIN.top,
    width: Math.max(0, width - MARGIN.left - MARGIN.right),
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  };
  const searchOf = ({ from, to }: ScoreBucket): EvaluationSearch => ({
    ...search,
    minScore: from,
    // The last bar holds its end, too.
    ...(to < 100 && { maxScore: to }),
    sort: 'riskScore:desc',
  });
  const bucket = picked === undefined ? undefined : data[picked];
  return (
    <ChartFigure
      label={label}
      note="Heights grow with the square root of the number, so that the few high scores can be seen."
      table={{
        head: ['Score', 'Evaluations', 'Share', 'Risk level'],
        rows: data.map((one) => ({
          key: String(one.from),
          cells: [
            <Link to="/evaluations" search={searchOf(one)}>
              {rangeOf(one)}
            </Link>,
            formatCount(one.count),
            formatShare(total && one.count / total),
            riskLevelOf(one.from),
          ],
        })),
      }}
    >
      <p className={styles['readout']} aria-hidden>
        {bucket ? describe(bucket, total) : plural(total, 'assessment')}
      </p>
      <div ref={ref} className={styles['plot']} style={{ height: HEIGHT }}>
        {width > 0 && (
          <>
            <svg width={width} height={HEIGHT} aria-hidden>
              <ScoreBars {...{ data, thresholds, picked, box }} />
            </svg>
            <PickSurface
              {...{ label, picked, box }}
              count={data.length}
              onPick={setPicked}
              onOpen={(index) => void navigate({ to: '/evaluations', search: searchOf(data[index]!) })}
              textOf={(index) => describe(data[index]!, total)}
            />
          </>
        )}
      </div>
    </ChartFigure>
  );
}

function rangeOf({ from, to }: ScoreBucket): string {
  return `${formatScore(from)} to ${formatScore(to)}`;
}

function describe(bucket: ScoreBucket, total: number): string {
  const level = riskLevelOf(bucket.from);
  const [low, high] = RISK_BANDS[level];
  const share = formatShare(total && bucket.count / total);
  return `Score ${rangeOf(bucket)}: ${formatCount(bucket.count)} (${share}), ${level} risk (${low} to ${high})`;
}
