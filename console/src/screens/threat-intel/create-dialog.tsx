import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { THREAT_INTEL_KEY, type CreatedSubscription } from './queries.ts';

interface CreateDialogProps {
  onCreated: (subscription: CreatedSubscription) => void;
  onClose: () => void;
}

export function CreateDialog({ onCreated, onClose }: CreateDialogProps) {
  const queryClient = useQueryClient();
  const formId = useId();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const creation = useMutation({
    mutationFn: () => api.post('/threat-intel/subscriptions', { body: { url, ...(description && { description }) } }),
    onSuccess: async (created) => {
      onCreated(created);
      onClose();
      await queryClient.invalidateQueries({ queryKey: THREAT_INTEL_KEY });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Subscribe an endpoint"
      description="New threats are posted to it, signed with a secret of its own that is shown to you once, right after this."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={creation.isPending}>
            Subscribe
          </Button>
        </>
      }
    >
      <form id={formId} className="form" onSubmit={submit}>
        <TextField
          label="URL"
          type="url"
          required
          maxLength={2048}
          placeholder="https://hooks.example.com/threats"
          hint="In production it must be https and reachable from the internet"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label="Description (optional)"
          maxLength={500}
          placeholder="SIEM of the risk team"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Failure error={creation.error} />
      </form>
    </Dialog>
  );
}
