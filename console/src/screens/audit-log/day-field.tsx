import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { isWholeDay } from './days.ts';

interface DayFieldProps {
  label: string;
  /** 2026-11-21; empty: none. */
  day: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

/** A day. A year that is still being typed is nobody's wish yet: it stays in the field. */
export function DayField({ label, day, onDay, ...bounds }: DayFieldProps) {
  const [draft, setDraft] = useState(day);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setDraft(day);
  }
  const change = (value: string) => {
    setDraft(value);
    if (value === '' || isWholeDay(value)) onDay(value);
  };
  return (
    <TextField type="date" label={label} {...bounds} value={draft} onChange={(event) => change(event.target.value)} />
  );
}
