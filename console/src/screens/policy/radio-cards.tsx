import { useId } from 'react';
import styles from './policy.module.css';

interface RadioCardsProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; meaning: string }[];
  onChange: (value: Value) => void;
}

/** One of a few, each with what it means. */
export function RadioCards<Value extends string>({ label, value, choices, onChange }: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['radios']}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles['radio']}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>
            <strong>{choice.label}</strong>
            <span className="muted small">{choice.meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
