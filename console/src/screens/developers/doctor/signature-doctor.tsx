import { useMutation } from '@tanstack/react-query';
import { Card } from '../../../ui/page.tsx';
import { problemText } from '../../../ui/problem-text.ts';
import { diagnose } from './diagnose.ts';
import { DiagnosisReport } from './diagnosis-report.tsx';
import { Repertoire } from './repertoire.tsx';
import { RequestForm } from './request-form.tsx';

/** Tells in words what is wrong with a signed request that somebody pastes. */
export function SignatureDoctor() {
  const attempt = useMutation({ mutationFn: diagnose });
  return (
    <Card title="Signature doctor">
      <p className="muted">
        Was an event refused? Paste its headers and its body as they were sent. Nothing is stored and the nonce is not
        spent; a request of more than a few minutes ago also fails by its timestamp, and the rest is checked all the
        same.
      </p>
      <div className="columns">
        <RequestForm busy={attempt.isPending} onSubmit={(request) => attempt.mutate(request)} />
        <div aria-live="polite">
          {attempt.isError && <p className="notice notice-bad">{problemText(attempt.error)}</p>}
          {attempt.data ? <DiagnosisReport diagnosis={attempt.data} /> : <Repertoire />}
        </div>
      </div>
    </Card>
  );
}
