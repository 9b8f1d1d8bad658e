import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { endSession, revokeSession } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useToast } from '../../ui/toast.tsx';
import { MEMBERS_KEY, type Member } from './queries.ts';

export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const isSelf = useSession()?.userId === member.id;
  const removal = useMutation({
    mutationFn: () => api.delete('/auth/members/{memberId}', { params: { path: { memberId: member.id } } }),
    onSuccess: async () => {
      if (isSelf) return revokeSession().then(endSession);
      await queryClient.invalidateQueries({ queryKey: MEMBERS_KEY });
      showToast(`${member.email} is no member any more`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isSelf ? 'Remove yourself?' : `Remove ${member.fullName ?? member.email}?`}
      description={
        isSelf
          ? 'You are signed out at once and cannot sign in to this company again, unless somebody invites you.'
          : `${member.email} is signed out everywhere at once and cannot sign in again. What they did stays in cases, outcomes and the audit log.`
      }
      confirmLabel={isSelf ? 'Remove myself' : 'Remove'}
      danger
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      <Failure error={removal.error} />
    </ConfirmDialog>
  );
}
