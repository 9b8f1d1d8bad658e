import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { api } from '../../api/client.ts';
import { formatDateTime } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { INVITATIONS_KEY, type Invitation } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';

export type Invitee = Pick<Invitation, 'email' | 'role'>;

interface InviteDialogProps {
  /** What the form is filled in with. */
  invitee: Invitee;
  onClose: () => void;
}

export function InviteDialog({ invitee, onClose }: InviteDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const formId = useId();
  const [form, setForm] = useState(invitee);
  const invitation = useMutation({
    mutationFn: () => api.post('/auth/invitations', { body: form }),
    onSuccess: async ({ email, expiresAt }) => {
      await queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY });
      showToast(`An e-mail to ${email} is on its way. Its link works until ${formatDateTime(expiresAt)}.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invitation.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite a person"
      description="They get an e-mail with a link, choose a password and are a member then. An open invitation to the same address is replaced."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={invitation.isPending}>
            Send the invitation
          </Button>
        </>
      }
    >
      <form id={formId} className="form" onSubmit={submit}>
        <TextField
          label="E-mail address"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
        <RoleChoice role={form.role} onRole={(role) => setForm({ ...form, role })} />
        <Failure error={invitation.error} />
      </form>
    </Dialog>
  );
}
