import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { formatCount } from '../../format/numbers.ts';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { RadioCards } from './radio-cards.tsx';
import type { Settings } from './settings.ts';

interface ProfileCardProps {
  settings: Settings;
  model: Schemas['AdaptiveModel'] | null;
  change: (part: Partial<Settings>) => void;
}

const PROFILES = [
  { value: 'default', label: 'Default', meaning: 'The same for every company: graph 45, velocity 35, indicators 20.' },
  {
    value: 'adaptive',
    label: 'Adaptive',
    meaning: 'Learned from your outcomes, and used only while it finds more fraud than the default on what came later.',
  },
] as const;

export function ProfileCard({ settings, model, change }: ProfileCardProps) {
  return (
    <Card title="Scoring profile">
      <RadioCards
        label="Scoring profile"
        value={settings.scoringProfile}
        choices={PROFILES}
        onChange={(scoringProfile) => change({ scoringProfile })}
      />
      <p className="small muted">
        <ModelState model={model} />
      </p>
    </Card>
  );
}

function ModelState({ model }: Pick<ProfileCardProps, 'model'>) {
  if (!model) return 'No model is trained yet: that takes at least 20 confirmed frauds and 200 other outcomes.';
  const { comparison, inUse, trainedAt, trainedOn, version } = model;
  return (
    <>
      Model {version}, trained <Time at={trainedAt} relative /> on {formatCount(trainedOn.fraud)} frauds and{' '}
      {formatCount(trainedOn.legitimate)} others,{' '}
      {inUse ? 'has proved better than the default.' : 'has not proved better than the default: the default scores.'}
      {comparison &&
        ` Average precision on ${formatCount(comparison.fraud)} later frauds: ${comparison.adaptivePrecision.toFixed(2)} against ${comparison.defaultPrecision.toFixed(2)}.`}
    </>
  );
}
