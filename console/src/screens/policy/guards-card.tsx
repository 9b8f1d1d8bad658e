import { ACTIONS } from '../../api/assessment-words.ts';
import { SelectField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import type { Settings } from './settings.ts';

interface GuardsCardProps {
  settings: Settings;
  change: (part: Partial<Settings>) => void;
}

const CHOICES = ACTIONS.map((action) => ({ value: action, label: action }));

/** The least that is done whatever the score says. */
export function GuardsCard({ settings: { contagionGuard, degradedMode }, change }: GuardsCardProps) {
  return (
    <Card title="Whatever the score">
      <SelectField
        label="Without graph signals, at least"
        hint="When the graph or the indicators cannot be read in time"
        value={degradedMode.graphUnavailable}
        choices={CHOICES}
        onChange={(graphUnavailable) => change({ degradedMode: { ...degradedMode, graphUnavailable } })}
      />
      <SelectField
        label="Without velocity signals, at least"
        hint="When the history of events cannot be read in time"
        value={degradedMode.velocityUnavailable}
        choices={CHOICES}
        onChange={(velocityUnavailable) => change({ degradedMode: { ...degradedMode, velocityUnavailable } })}
      />
      <label className="row">
        <input
          type="checkbox"
          checked={contagionGuard.enabled}
          onChange={(event) => change({ contagionGuard: { ...contagionGuard, enabled: event.target.checked } })}
        />
        <strong>Contagion guard</strong>
      </label>
      <SelectField
        label="Next to confirmed fraud, at least"
        hint="For users who share an indicator that few have with a user of current confirmed fraud"
        value={contagionGuard.minimumAction}
        choices={CHOICES}
        disabled={!contagionGuard.enabled}
        onChange={(minimumAction) => change({ contagionGuard: { ...contagionGuard, minimumAction } })}
      />
    </Card>
  );
}
