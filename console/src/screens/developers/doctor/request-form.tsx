import { useState, type FormEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { toBytes, type LineEnds } from './body-bytes.ts';
import { BodyField, type BodySource } from './body-field.tsx';
import type { SignedRequest } from './diagnose.ts';
import styles from './doctor.module.css';
import { findUnsendable, readHeaders, SIGNATURE_HEADERS, type SignatureHeaders } from './read-headers.ts';

interface RequestFormProps {
  busy: boolean;
  onSubmit: (request: SignedRequest) => void;
}

/** Takes a request as it was sent. */
export function RequestForm({ busy, onSubmit }: RequestFormProps) {
  const [pasted, setPasted] = useState('');
  const [source, setSource] = useState<BodySource>({ text: '' });
  const [lineEnds, setLineEnds] = useState<LineEnds>('LF');
  const headers = readHeaders(pasted);
  const problem = findUnsendable(headers);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ headers, body: source.file?.bytes ?? toBytes(source.text, lineEnds) });
  };
  return (
    <form className="form" onSubmit={submit}>
      <TextAreaField
        label="Headers"
        rows={4}
        required
        spellCheck={false}
        className={`input mono ${styles['paste']}`}
        placeholder={SIGNATURE_HEADERS.map((name) => `${name}: …`).join('\n')}
        hint="Lines of the request, of curl, of a log or JSON; only these three are looked at"
        error={problem}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      {pasted !== '' && <FoundHeaders headers={headers} />}
      <BodyField source={source} onSource={setSource} lineEnds={lineEnds} onLineEnds={setLineEnds} />
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={problem !== undefined}>
          Find out what is wrong
        </Button>
      </div>
    </form>
  );
}

/** What was made of the headers that were pasted. */
function FoundHeaders({ headers }: { headers: SignatureHeaders }) {
  return (
    <dl className={`facts small ${styles['found']}`}>
      {SIGNATURE_HEADERS.map((name) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>{headers[name] === undefined ? <em>not found</em> : <code>{headers[name] || '(empty)'}</code>}</dd>
        </div>
      ))}
    </dl>
  );
}
