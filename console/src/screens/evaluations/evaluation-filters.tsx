import {
  ACTIONS,
  RISK_BANDS,
  RISK_LEVELS,
  type Action,
  type ReasonCode,
  type RiskLevel,
} from '../../api/assessment-words.ts';
import { REASON_CODES, reasonWords } from '../../format/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ScoreField } from '../../ui/score-field.tsx';
import styles from './evaluations.module.css';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { SearchField } from './search-field.tsx';
import { readScore, type EvaluationSearch } from './search.ts';

const ACTION_CHOICES = [
  { value: '' as const, label: 'Any' },
  ...ACTIONS.map((action) => ({ value: action, label: action })),
];
const LEVEL_CHOICES = [
  { value: '' as const, label: 'Any' },
  ...RISK_LEVELS.map((level) => ({ value: level, label: `${level} (${RISK_BANDS[level].join('–')})` })),
];
const REASON_CHOICES = [
  { value: '' as const, label: 'Any' },
  ...REASON_CODES.map((code) => ({ value: code, label: reasonWords(code) })),
];

interface EvaluationFiltersProps {
  search: EvaluationSearch;
  /** Changes some filters; the list begins anew. */
  onChange: (change: EvaluationSearch) => void;
  onClear: () => void;
}

/** All that the list can be narrowed by. */
export function EvaluationFilters({ search, onChange, onClear }: EvaluationFiltersProps) {
  const isFiltered = Object.keys(search).some((name) => name !== 'sort' && name !== 'page');
  return (
    <search className={`card ${styles['filters']}`} aria-label="Filters">
      <SearchField value={search.search ?? ''} onSearch={(text) => onChange({ search: text })} />
      <SelectField<Action | ''>
        label="Action"
        value={search.action ?? ''}
        choices={ACTION_CHOICES}
        onChange={(action) => onChange({ action: action || undefined })}
      />
      <SelectField<RiskLevel | ''>
        label="Risk level"
        value={search.riskLevel ?? ''}
        choices={LEVEL_CHOICES}
        onChange={(riskLevel) => onChange({ riskLevel: riskLevel || undefined })}
      />
      <SelectField<ReasonCode | ''>
        label="Reason"
        value={search.reasonCode ?? ''}
        choices={REASON_CHOICES}
        onChange={(reasonCode) => onChange({ reasonCode: reasonCode || undefined })}
      />
      <ScoreField
        label="Score from"
        value={search.minScore}
        onChange={(score) => onChange({ minScore: readScore(score) })}
      />
      <ScoreField
        label="Score below"
        value={search.maxScore}
        onChange={(score) => onChange({ maxScore: readScore(score) })}
      />
      <TextField
        label="From"
        type="datetime-local"
        value={toLocalInput(search.from)}
        onChange={(event) => onChange({ from: fromLocalInput(event.target.value) })}
      />
      <TextField
        label="Before"
        type="datetime-local"
        value={toLocalInput(search.to)}
        onChange={(event) => onChange({ to: fromLocalInput(event.target.value) })}
      />
      <div className={styles['last-filters']}>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={search.requireUserId ?? false}
            onChange={(event) => onChange({ requireUserId: event.target.checked || undefined })}
          />
          Only with a user
        </label>
        <Button size="small" disabled={!isFiltered} onClick={onClear}>
          Clear the filters
        </Button>
      </div>
    </search>
  );
}
