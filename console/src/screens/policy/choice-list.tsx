import { useId, type ReactNode } from 'react';
import styles from './policy.module.css';

interface ChoiceListProps<Value extends string> {
  /** Says what is chosen. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; meaning: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few, each with what it means. */
export function ChoiceList<Value extends string>({ label, value, choices, onChange }: ChoiceListProps<Value>) {
  const id = useId();
  return (
    <fieldset className={styles['choices']}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles['choice']}>
          <input type="radio" name={id} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>
            <strong>{choice.label}</strong>
            <span className={`muted small ${styles['meaning']}`}>{choice.meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
