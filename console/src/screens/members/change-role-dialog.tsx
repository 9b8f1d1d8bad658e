import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { renewSession } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useToast } from '../../ui/toast.tsx';
import { MEMBERS_KEY, type Member } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './roles.ts';

export function ChangeRoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const isSelf = useSession()?.userId === member.id;
  const [role, setRole] = useState<Role>(member.role);
  const change = useMutation({
    mutationFn: () =>
      api.patch('/auth/members/{memberId}', { params: { path: { memberId: member.id } }, body: { role } }),
    onSuccess: async () => {
      // What one may do oneself is part of the session.
      if (isSelf) await renewSession();
      else await queryClient.invalidateQueries({ queryKey: MEMBERS_KEY });
      showToast(`${member.email} is ${role === 'admin' ? 'an admin' : 'an analyst'} now`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`The role of ${member.fullName ?? member.email}`}
      description="The new role counts at once, also where they are signed in already."
      confirmLabel="Save the role"
      busy={change.isPending}
      onConfirm={() => (role === member.role ? onClose() : change.mutate())}
    >
      <RoleChoice role={role} onRole={setRole} />
      {isSelf && role !== 'admin' && (
        <p className="notice notice-warning">This is you: you will not be able to take it back yourself.</p>
      )}
      <Failure error={change.error} />
    </ConfirmDialog>
  );
}
