import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { LINE_ENDS, type LineEnds } from './body-bytes.ts';
import styles from './doctor.module.css';

/** Text that was pasted, or a file in place of it, whose bytes are taken as they are. */
export interface BodySource {
  text: string;
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> };
}

interface BodyFieldProps {
  source: BodySource;
  onSource: (source: BodySource) => void;
  lineEnds: LineEnds;
  onLineEnds: (lineEnds: LineEnds) => void;
}

const LINE_END_LABELS: Record<LineEnds, string> = { LF: 'LF, as on Linux and macOS', CRLF: 'CRLF, as on Windows' };

export function BodyField({ source, onSource, lineEnds, onLineEnds }: BodyFieldProps) {
  const { text, file } = source;
  if (file) {
    return (
      <p className={styles['file']}>
        <span>
          Body: <strong>{file.name}</strong>, {file.bytes.length} bytes, taken as they are
        </span>
        <Button size="small" onClick={() => onSource({ text })}>
          <X size={14} aria-hidden /> Paste text instead
        </Button>
      </p>
    );
  }
  return (
    <>
      <TextAreaField
        label="Body"
        rows={9}
        spellCheck={false}
        className={`input mono ${styles['paste']}`}
        placeholder='{"companyId":"…","eventSource":"shop", …}'
        hint="Every byte counts: no more and no fewer spaces or lines than were sent"
        value={text}
        onChange={(event) => onSource({ text: event.target.value })}
      />
      <div className={styles['body-options']}>
        {text.includes('\n') && (
          <SelectField
            label="Line ends of the body"
            value={lineEnds}
            choices={LINE_ENDS.map((value) => ({ value, label: LINE_END_LABELS[value] }))}
            onChange={onLineEnds}
          />
        )}
        <Field label="Or a file with the exact bytes">
          {(control) => (
            <input
              type="file"
              className="input"
              {...control}
              onChange={(event) =>
                void readFile(event.target.files?.[0]).then((read) => read && onSource({ text, file: read }))
              }
            />
          )}
        </Field>
      </div>
    </>
  );
}

async function readFile(file: File | undefined): Promise<BodySource['file']> {
  return file && { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
