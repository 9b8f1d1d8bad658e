import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useToast } from '../../ui/toast.tsx';
import { THREAT_INTEL_KEY, type ThreatSubscription } from './queries.ts';

interface DeleteDialogProps {
  subscription: ThreatSubscription;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteDialog({ subscription: { id, url, health }, onDeleted, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const deletion = useMutation({
    mutationFn: () =>
      api.delete('/threat-intel/subscriptions/{subscriptionId}', { params: { path: { subscriptionId: id } } }),
    onSuccess: async () => {
      onDeleted();
      onClose();
      showToast(`${url} is not subscribed any more`);
      await queryClient.invalidateQueries({ queryKey: THREAT_INTEL_KEY });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this subscription?"
      description={
        <>
          <code>{url}</code> hears of no new threats. Its secret is forgotten
          {health.pendingDeliveries > 0 && `, and ${health.pendingDeliveries} deliveries that wait are cancelled`}.
        </>
      }
      confirmLabel="Delete"
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    >
      <Failure error={deletion.error} />
    </ConfirmDialog>
  );
}
