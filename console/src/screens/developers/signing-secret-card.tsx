import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Card } from '../../ui/page.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Async } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { SECRET_STATUS_KEY, useSecretStatus } from './use-secret-status.ts';

type Status = Schemas['WebhookSecretStatus'];

export function SigningSecretCard() {
  const status = useSecretStatus();
  return (
    <Card title="Signing secret">
      <p className="muted">
        Your systems sign every event with it, so that nobody else can send events in your name. It is used for nothing
        else.
      </p>
      <Async query={status} lines={2}>
        {(found) => <SigningSecret status={found} />}
      </Async>
    </Card>
  );
}

function SigningSecret({ status }: { status: Status }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const rotation = useMutation({
    mutationFn: () => api.post('/auth/webhook-secret/regenerate'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SECRET_STATUS_KEY }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <SecretFacts status={status} />
      {rotation.data && (
        <SecretOnce
          title="The new signing secret"
          secret={rotation.data.webhookSigningSecret}
          onStored={() => rotation.reset()}
        />
      )}
      <Failure error={rotation.error} />
      <div>
        {status.configured ? (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Replace the secret…
          </Button>
        ) : (
          <Button variant="primary" busy={rotation.isPending} onClick={() => rotation.mutate()}>
            Generate the secret
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Replace the signing secret?"
        description={
          <>
            The secret that begins with <code>{status.secretPrefix}</code> stops working at once: events signed with it
            are refused (401, “Invalid ingest signature”) until your systems have the new one. Senders that keep what
            was refused and send it again lose nothing.
          </>
        }
        confirmLabel="Replace it now"
        danger
        busy={rotation.isPending}
        onConfirm={() => rotation.mutate()}
      />
    </>
  );
}

function SecretFacts({ status: { configured, secretPrefix, rotatedAt } }: { status: Status }) {
  if (!configured) {
    return (
      <p className="notice notice-warning">There is no signing secret yet: until there is one, no event is accepted.</p>
    );
  }
  return (
    <dl className="facts">
      <dt>Begins with</dt>
      <dd>
        <code>{secretPrefix}…</code>
      </dd>
      <dt>In use since</dt>
      <dd>{rotatedAt && <Time at={rotatedAt} />}</dd>
    </dl>
  );
}
