import { Slider } from 'radix-ui';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { ScoreBars } from '../../charts/score-bars.tsx';
import { useWidth } from '../../charts/use-width.ts';
import { formatCount } from '../../format/numbers.ts';
import styles from './policy.module.css';
import type { Settings } from './settings.ts';

const HEIGHT = 300;
const MARGIN = { left: 44, right: 16, top: 24, bottom: 26 };
/** As in the style of a thumb: it is kept within the slider, which therefore sticks out of the plot by half a thumb. */
const THUMB_WIDTH = 24;
const LEAST_REVIEW = 1;

interface ThresholdSliderProps {
  data: Schemas['ScoreDistribution']['data'];
  draft: Settings;
  /** The thresholds are out of order: first the numbers must be put right. */
  isDisabled: boolean;
  onChange: (changes: Partial<Settings>) => void;
}

/** Two thumbs over the histogram of scores; keys move them point by point. */
export function ThresholdSlider({ data, draft: { review, block }, isDisabled, onChange }: ThresholdSliderProps) {
  const [ref, width] = useWidth();
  const box = {
    left: MARGIN.left,
    top: MARGIN.top,
    width: Math.max(0, width - MARGIN.left - MARGIN.right),
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  };
  const move = ([from = review, to = block]: number[]) => onChange({ review: Math.max(LEAST_REVIEW, from), block: to });
  return (
    <ChartFigure
      label="Scores of the last 30 days, and the thresholds"
      note="Drag the lines, or focus one and use the arrow keys. Heights grow with the square root of the number."
      table={{
        head: ['Score', 'Assessments', 'Allowed', 'To review', 'Blocked'],
        rows: data.map(({ from, to, ...counts }) => ({
          key: String(from),
          cells: [`${from} to ${to}`, ...[counts.count, counts.allow, counts.review, counts.block].map(formatCount)],
        })),
      }}
    >
      <div ref={ref} className={styles['plot']} style={{ height: HEIGHT }}>
        {width > 0 && (
          <>
            <svg width={width} height={HEIGHT} aria-hidden>
              <ScoreBars data={data} thresholds={isDisabled ? undefined : { review, block }} box={box} />
            </svg>
            <Slider.Root
              className={styles['slider']}
              style={{
                left: box.left - THUMB_WIDTH / 2,
                top: box.top,
                width: box.width + THUMB_WIDTH,
                height: box.height,
              }}
              min={0}
              max={100}
              step={1}
              minStepsBetweenThumbs={1}
              preserveThumbOrder
              disabled={isDisabled}
              value={[review, block]}
              onValueChange={move}
            >
              <Slider.Thumb className={styles['thumb']} style={{ height: box.height }} aria-label="Review from" />
              <Slider.Thumb className={styles['thumb']} style={{ height: box.height }} aria-label="Block from" />
            </Slider.Root>
          </>
        )}
      </div>
    </ChartFigure>
  );
}
