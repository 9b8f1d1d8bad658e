import { useQuery } from '@tanstack/react-query';
import { Slider } from 'radix-ui';
import { ScoreBars } from '../../charts/score-bars.tsx';
import { useWidth } from '../../charts/use-width.ts';
import { TextField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { MovesSummary } from './moves-summary.tsx';
import styles from './policy.module.css';
import { recentScoresQuery } from './queries.ts';
import type { Settings } from './settings.ts';

interface ThresholdsCardProps {
  saved: Settings;
  settings: Settings;
  fault: string | undefined;
  change: (part: Partial<Settings>) => void;
}

const HEIGHT = 240;
const MARGIN = { left: 44, right: 14, top: 24, bottom: 26 };
const NAMES = ['review', 'block'] as const;

/** Both thresholds over the scores of the last 30 days, and what another place of them would change. */
export function ThresholdsCard({ saved, settings, fault, change }: ThresholdsCardProps) {
  const scores = useQuery(recentScoresQuery()).data?.data ?? [];
  const [ref, width] = useWidth();
  const { thresholds } = settings;
  const box = {
    left: MARGIN.left,
    top: MARGIN.top,
    width: Math.max(0, width - MARGIN.left - MARGIN.right),
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  };
  const move = ([review, block]: number[]) => {
    if (review !== undefined && block !== undefined && review > 0) change({ thresholds: { review, block } });
  };
  return (
    <Card title="Thresholds, over the scores of the last 30 days">
      <div ref={ref} className={styles['plot']}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden>
            <ScoreBars data={scores} thresholds={fault ? undefined : thresholds} box={box} />
          </svg>
        )}
        <Slider.Root
          className={styles['slider'] ?? ''}
          style={{ marginLeft: MARGIN.left, marginRight: MARGIN.right }}
          min={0}
          max={100}
          step={1}
          minStepsBetweenThumbs={1}
          value={[thresholds.review, thresholds.block]}
          onValueChange={move}
        >
          <Slider.Track className={styles['track'] ?? ''}>
            <Slider.Range className={styles['range'] ?? ''} />
          </Slider.Track>
          {NAMES.map((name) => (
            <Slider.Thumb key={name} className={styles[`thumb-${name}`] ?? ''} aria-label={`Score to ${name} from`} />
          ))}
        </Slider.Root>
      </div>
      <div className={styles['numbers']}>
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={name === 'review' ? 'Review from' : 'Block from'}
            type="number"
            min={0}
            max={100}
            step="any"
            value={Number.isFinite(thresholds[name]) ? thresholds[name] : ''}
            onChange={(event) => change({ thresholds: { ...thresholds, [name]: event.target.valueAsNumber } })}
          />
        ))}
      </div>
      {fault ? (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      ) : (
        <MovesSummary scores={scores} before={saved} after={settings} />
      )}
    </Card>
  );
}
