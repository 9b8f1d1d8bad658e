import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useToast } from '../../ui/toast.tsx';
import { INVITATIONS_KEY, type Invitation } from './queries.ts';

export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const revocation = useMutation({
    mutationFn: () => api.delete('/auth/invitations/{id}', { params: { path: { id: invitation.id } } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY });
      showToast(`The invitation of ${invitation.email} is revoked`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Revoke the invitation of ${invitation.email}?`}
      description="The link of the e-mail stops working at once."
      confirmLabel="Revoke"
      danger
      busy={revocation.isPending}
      onConfirm={() => revocation.mutate()}
    >
      <Failure error={revocation.error} />
    </ConfirmDialog>
  );
}
