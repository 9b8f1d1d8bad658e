import { MODE_WORDS, POLICY_MODES, type PolicyMode } from '../../format/policy-words.ts';
import { Card } from '../../ui/page.tsx';
import { ChoiceList } from './choice-list.tsx';

const CHOICES = POLICY_MODES.map((mode) => ({ value: mode, ...MODE_WORDS[mode] }));

/** How far the policy may go. */
export function ModeCard({ mode, onChange }: { mode: PolicyMode; onChange: (mode: PolicyMode) => void }) {
  return (
    <Card title="Mode">
      <ChoiceList label="Mode" value={mode} choices={CHOICES} onChange={onChange} />
    </Card>
  );
}
