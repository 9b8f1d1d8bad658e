import { MODE_WORDS, POLICY_MODES } from '../../format/policy-words.ts';
import { Card } from '../../ui/page.tsx';
import { RadioCards } from './radio-cards.tsx';
import type { Settings } from './settings.ts';

interface ModeCardProps {
  settings: Settings;
  change: (part: Partial<Settings>) => void;
}

export function ModeCard({ settings, change }: ModeCardProps) {
  return (
    <Card title="Mode">
      <RadioCards
        label="Policy mode"
        value={settings.policyMode}
        choices={POLICY_MODES.map((mode) => ({ value: mode, ...MODE_WORDS[mode] }))}
        onChange={(policyMode) => change({ policyMode })}
      />
    </Card>
  );
}
