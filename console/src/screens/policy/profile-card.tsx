import { Card } from '../../ui/page.tsx';
import { ChoiceList } from './choice-list.tsx';
import { ModelState } from './model-state.tsx';
import type { Policy, Settings } from './settings.ts';

type Profile = Settings['scoringProfile'];

const CHOICES: readonly { value: Profile; label: string; meaning: string }[] = [
  {
    value: 'default',
    label: 'Default',
    meaning: 'The same for everybody: 45 % graph, 35 % velocity, 20 % indicators.',
  },
  {
    value: 'adaptive',
    label: 'Adaptive',
    meaning:
      'Learned from the outcomes you report. It decides only while it finds more fraud than the default; until then, and when signals are missing, the default does.',
  },
];

interface ProfileCardProps {
  profile: Profile;
  model: Policy['adaptiveModel'];
  onChange: (profile: Profile) => void;
}

/** Who makes the score, where a request does not say so itself. */
export function ProfileCard({ profile, model, onChange }: ProfileCardProps) {
  return (
    <Card title="Scoring profile">
      <div className="columns">
        <ChoiceList label="Scoring profile" value={profile} choices={CHOICES} onChange={onChange} />
        <ModelState model={model} isChosen={profile === 'adaptive'} />
      </div>
    </Card>
  );
}
