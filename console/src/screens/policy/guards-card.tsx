import { ACTIONS, type Action } from '../../api/assessment-words.ts';
import { SelectField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './policy.module.css';
import type { Settings } from './settings.ts';

const CHOICES = ACTIONS.map((action: Action) => ({ value: action, label: `at least ${action}` }));

interface GuardsCardProps {
  draft: Settings;
  onChange: (changes: Partial<Settings>) => void;
}

/** What is done at least, whatever the score says. */
export function GuardsCard({ draft, onChange }: GuardsCardProps) {
  return (
    <Card title="At least, whatever the score">
      <SelectField
        label="Without graph signals"
        hint="When the graph or the outcomes of indicators cannot be read in time"
        value={draft.graphUnavailable}
        choices={CHOICES}
        onChange={(graphUnavailable) => onChange({ graphUnavailable })}
      />
      <SelectField
        label="Without velocity signals"
        hint="When recent activity cannot be read in time"
        value={draft.velocityUnavailable}
        choices={CHOICES}
        onChange={(velocityUnavailable) => onChange({ velocityUnavailable })}
      />
      <label className={styles['choice']}>
        <input
          type="checkbox"
          checked={draft.guardEnabled}
          onChange={(event) => onChange({ guardEnabled: event.target.checked })}
        />
        <span>
          <strong>Contagion guard</strong>
          <span className={`muted small ${styles['meaning']}`}>
            For users one hop from current fraud, over a device, card, e-mail or phone that few share.
          </span>
        </span>
      </label>
      <SelectField
        label="Next to current fraud"
        value={draft.guardAction}
        choices={CHOICES}
        disabled={!draft.guardEnabled}
        onChange={(guardAction) => onChange({ guardAction })}
      />
    </Card>
  );
}
