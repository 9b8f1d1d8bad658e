import { useState } from 'react';
import { TextField } from './field.tsx';

interface ScoreFieldProps {
  label: string;
  value: number | undefined;
  /** Gets undefined while what is typed is no number. */
  onChange: (value: number | undefined) => void;
  error?: string | undefined;
}

/** An exact score. What is being typed need not be one yet. */
export function ScoreField({ label, value, onChange, error }: ScoreFieldProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const score = text.trim() === '' ? NaN : Number(text);
    onChange(Number.isFinite(score) ? score : undefined);
  };
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      max={100}
      step="any"
      value={typed ?? String(value ?? '')}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(undefined)}
      error={error}
    />
  );
}
