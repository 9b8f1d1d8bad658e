import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../../../clients/typescript/src/types.ts';
import { api } from '../../../api/client.ts';
import { usePermission } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { problemText } from '../../../ui/problem-text.ts';
import { secretStatusQuery } from './secret-status-query.ts';

interface SigningSecretStepProps {
  status: Schemas['WebhookSecretStatus'] | undefined;
  /** The secret, when it was generated here. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
}

/** Shows the secret once, as the service does. One that is in use is replaced only after a warning. */
export function SigningSecretStep({ status, secret, onSecret }: SigningSecretStepProps) {
  const isAdmin = usePermission('webhook-secret:manage');
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const generate = useMutation({
    mutationFn: () => api.post('/auth/webhook-secret/regenerate'),
    onSuccess: ({ webhookSigningSecret }) => {
      onSecret(webhookSigningSecret);
      return queryClient.invalidateQueries(secretStatusQuery());
    },
    onSettled: () => setAsking(false),
  });
  if (!isAdmin) {
    return (
      <p className="muted">
        The secret proves that events come from your company. Ask an admin of your company for it: only admins can
        generate it.
      </p>
    );
  }
  if (secret) {
    return (
      <>
        <CodeBlock code={secret} label="Signing secret" />
        <p className="muted">
          It is shown this once. Keep it where your servers keep their secrets, never in a browser or an app.
        </p>
      </>
    );
  }
  return (
    <>
      <p className="muted">
        {status?.configured
          ? `Your company has one, beginning with ${status.secretPrefix ?? 'whsec_'}. Without it at hand, generate a new one.`
          : 'It proves that events come from your company.'}
      </p>
      <div>
        <Button
          variant={status?.configured ? 'secondary' : 'primary'}
          busy={generate.isPending}
          disabled={!status}
          onClick={() => (status?.configured ? setAsking(true) : generate.mutate())}
        >
          {status?.configured ? 'Generate a new secret' : 'Generate the secret'}
        </Button>
      </div>
      {generate.isError && (
        <p className="field-error" role="alert">
          {problemText(generate.error)}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Replace the signing secret?"
        description="The secret in use stops working at once: whatever signs with it is refused until it has the new one."
        confirmLabel="Replace it"
        danger
        busy={generate.isPending}
        onConfirm={() => generate.mutate()}
      />
    </>
  );
}
