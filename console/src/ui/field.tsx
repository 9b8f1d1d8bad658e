import { useId, type ComponentProps, type ReactNode } from 'react';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  error?: ReactNode;
  /** The control; give it all of what it is called with. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** A control with its label, and what helps to fill it in. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': true }) })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type FieldText = Pick<FieldProps, 'label' | 'hint' | 'error'>;

export function TextField({ label, hint, error, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input className="input" type="text" {...input} {...control} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, ...input }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea className="input" rows={3} {...input} {...control} />}
    </Field>
  );
}

export interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface SelectFieldProps<Value extends string> extends FieldText {
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** One of a few values, by the control that people's systems know best. */
export function SelectField<Value extends string>({
  value,
  choices,
  onChange,
  disabled,
  ...field
}: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          className="input"
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
