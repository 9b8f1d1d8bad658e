import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { problemText } from '../ui/problem-text.ts';

/** Asks whoever has not confirmed the e-mail address yet to do so: without it a lost password cannot be reset. */
export function VerifyBanner({ session }: { session: Session }) {
  const resend = useMutation({ mutationFn: () => api.post('/auth/verify-email/resend') });
  if (session.emailVerified) return null;
  return (
    <div className="notice row banner">
      <span>
        Confirm your e-mail address: a link was sent to <strong>{session.email}</strong>.
      </span>
      {resend.isSuccess ? (
        <span role="status">Sent again.</span>
      ) : (
        <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
          Send it again
        </Button>
      )}
      {resend.isError && <span role="alert">{problemText(resend.error)}</span>}
    </div>
  );
}
