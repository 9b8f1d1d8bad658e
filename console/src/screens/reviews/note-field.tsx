import { TextAreaField } from '../../ui/field.tsx';

const MAX_LENGTH = 10_000;

/** A note that is being written, and the note it began from. */
export interface NoteDraft {
  text: string;
  from: string | null;
}

interface NoteFieldProps {
  /** The note of the case now. */
  note: string | null;
  draft: NoteDraft | undefined;
  onChange: (draft: NoteDraft) => void;
  autoFocus?: boolean;
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void;
}

/** The note that the next move keeps with the case. */
export function NoteField({ note, draft, onChange, autoFocus, onSubmit }: NoteFieldProps) {
  const isOvertaken = draft && draft.from !== note && draft.text !== note;
  return (
    <TextAreaField
      label="Note"
      value={draft?.text ?? note ?? ''}
      maxLength={MAX_LENGTH}
      rows={2}
      autoFocus={autoFocus}
      hint={`Kept with the case by your ${onSubmit ? 'verdict. Ctrl+Enter gives it.' : 'next move.'}`}
      error={isOvertaken && `Somebody has changed the note meanwhile, to: “${note ?? ''}”. Yours would replace it.`}
      onChange={({ target }) => onChange({ text: target.value, from: draft ? draft.from : note })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
      }}
    />
  );
}
