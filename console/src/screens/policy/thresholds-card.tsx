import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Card } from '../../ui/page.tsx';
import { Async } from '../../ui/states.tsx';
import { ScoreField } from '../../ui/score-field.tsx';
import { MovesText } from './moves-text.tsx';
import styles from './policy.module.css';
import type { Settings } from './settings.ts';
import { ThresholdSlider } from './threshold-slider.tsx';

interface ThresholdsCardProps {
  saved: Settings;
  draft: Settings;
  fault: string | undefined;
  onChange: (changes: Partial<Settings>) => void;
}

/** From which score on something is reviewed or blocked, over the scores that there really were. */
export function ThresholdsCard({ saved, draft, fault, onChange }: ThresholdsCardProps) {
  const scores = useQuery({
    queryKey: ['analytics', 'score-distribution', 'for-policy'],
    queryFn: ({ signal }) =>
      api.get('/risk-engine/analytics/score-distribution', { params: { query: { buckets: 100 } }, signal }),
  });
  return (
    <Card title="Thresholds">
      <Async query={scores} lines={6}>
        {({ data }) => (
          <>
            <ThresholdSlider data={data} draft={draft} isDisabled={fault !== undefined} onChange={onChange} />
            {!fault && <MovesText data={data} saved={saved} draft={draft} />}
          </>
        )}
      </Async>
      <div className={styles['score-fields']}>
        <ScoreField
          label="Review from"
          value={draft.review}
          onChange={(review) => review !== undefined && onChange({ review })}
          error={fault}
        />
        <ScoreField
          label="Block from"
          value={draft.block}
          onChange={(block) => block !== undefined && onChange({ block })}
        />
      </div>
    </Card>
  );
}
