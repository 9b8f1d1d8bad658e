import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/field.tsx';

const PAUSE_MS = 300;

interface SearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches when the person pauses, and at once on Enter. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    setDraft(undefined);
    onSearch(text.trim());
  };
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), PAUSE_MS);
  };
  return (
    <TextField
      label="Search"
      hint="How a transaction, user or event id begins"
      type="search"
      maxLength={256}
      spellCheck={false}
      value={draft ?? value}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value)}
    />
  );
}
